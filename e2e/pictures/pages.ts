/** Who looks: an operator by role, or a customer. */
export type Viewer = 'admin' | 'resolver' | 'customer' | 'nobody';

/** A page that is looked at in each theme and width; `isPictured: false` where another one's pictures would say the same. */
export type VisitedPage = {
  readonly name: string;
  readonly path: string;
  readonly as: Viewer;
  readonly isPictured?: false;
};

/** Every page, in the order of a visit. Ids are those of fixture.sql. */
export const pages = (idOf: (name: string) => string): readonly VisitedPage[] => [
  { name: 'sign-in', path: '/sign-in', as: 'nobody' },
  { name: 'sign-in-expired', path: '/sign-in?reason=expired', as: 'nobody', isPictured: false },
  { name: 'shop', path: '/', as: 'customer' },
  { name: 'checkout', path: '/checkout/tea-01', as: 'customer' },
  { name: 'orders', path: '/orders', as: 'customer' },
  { name: 'pay', path: `/orders/ord_${idOf('order 1')}/pay`, as: 'customer' },
  { name: 'escrows', path: '/escrows', as: 'customer' },
  { name: 'no-article', path: '/checkout/no-such-article', as: 'customer', isPictured: false },
  { name: 'no-order', path: '/orders/ord_none/pay', as: 'customer', isPictured: false },
  { name: 'no-page', path: '/no-such-page', as: 'customer', isPictured: false },
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
  ...['requests', 'calls', 'answer', 'audit'].map(
    (tab) =>
      ({ name: `record-${tab}`, path: `/desk/records/2001?tab=${tab}`, as: 'resolver', isPictured: false }) as const,
  ),
  { name: 'search', path: '/desk/search?q=acme', as: 'resolver', isPictured: false },
  { name: 'search-nothing', path: '/desk/search?q=nothing-of-that-name', as: 'resolver', isPictured: false },
  { name: 'record-unknown', path: '/desk/records/2002', as: 'resolver' },
  { name: 'release-evidence', path: '/desk/records/2004/release', as: 'resolver' },
  { name: 'resolve-decide', path: '/desk/records/2009/resolve?step=decide', as: 'resolver' },
  { name: 'resolve-confirm', path: '/desk/records/2003/resolve?step=confirm&decision=adopt', as: 'resolver' },
];
