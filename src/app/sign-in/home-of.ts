/** Where a person of this role begins: operators at the desk, customers in the shop. */
export const homeOf = (role: string): '/' | '/desk' => (role === 'customer' ? '/' : '/desk');
