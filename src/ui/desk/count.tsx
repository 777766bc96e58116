/** A count in a table: zero steps back, so that the others stand out. */
export const Count = ({ value }: { readonly value: number }) => (
  <span className={value === 0 ? 'text-muted' : 'font-medium'}>{value.toLocaleString('en')}</span>
);
