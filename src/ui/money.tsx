/** An amount in minor units of an ISO 4217 currency, as text: `formatMoney(1450, 'EUR')` is "€14.50". */
export function formatMoney(minorUnits: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency });
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
  return format.format(minorUnits / 10 ** digits);
}

export type MoneyProps = { readonly minorUnits: number; readonly currency: string };

/** An amount of money whose digits line up in a column. */
export const Money = ({ minorUnits, currency }: MoneyProps) => (
  <span className="whitespace-nowrap tabular-nums">{formatMoney(minorUnits, currency)}</span>
);
