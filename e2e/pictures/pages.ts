/** Who looks: an operator by role, or a customer. */
export type Viewer = 'admin' | 'resolver' | 'customer' | 'nobody';

/** A page of which there is a picture in each theme and width. */
export type PicturedPage = { readonly name: string; readonly path: string; readonly as: Viewer };

/** Every page, in the order of a visit. Ids are those of fixture.sql. */
export const pages = (idOf: (name: string) => string): readonly PicturedPage[] => [
  { name: 'sign-in', path: '/sign-in', as: 'nobody' },
  { name: 'shop', path: '/', as: 'customer' },
  { name: 'checkout', path: '/checkout/tea-01', as: 'customer' },
  { name: 'orders', path: '/orders', as: 'customer' },
  { name: 'pay', path: `/orders/ord_${idOf('order 1')}/pay`, as: 'customer' },
  { name: 'escrows', path: '/escrows', as: 'customer' },
  { name: 'overview', path: '/desk', as: 'admin' },
  { name: 'records', path: '/desk/records?limit=25', as: 'resolver' },
  ...['stuck', 'unknown', 'conflicts', 'duplicates', 'expiring', 'outbox', 'operations'].map(
    (name) => ({ name, path: `/desk/${name}`, as: 'resolver' }) as const,
  ),
  { name: 'operation-done', path: '/desk/operations/1', as: 'resolver' },
  { name: 'operation-preview', path: '/desk/operations/3', as: 'resolver' },
  { name: 'audit', path: '/desk/audit', as: 'admin' },
  { name: 'audit-entry', path: '/desk/audit/2', as: 'admin' },
  { name: 'settings', path: '/desk/settings', as: 'admin' },
  { name: 'record-completed', path: '/desk/records/2001', as: 'resolver' },
  { name: 'record-unknown', path: '/desk/records/2002', as: 'resolver' },
  { name: 'release-evidence', path: '/desk/records/2004/release', as: 'resolver' },
  { name: 'resolve-decide', path: '/desk/records/2009/resolve?step=decide', as: 'resolver' },
  { name: 'resolve-confirm', path: '/desk/records/2003/resolve?step=confirm&decision=adopt', as: 'resolver' },
];
