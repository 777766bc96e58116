import Link from 'next/link';
import { Badge } from '../badge.tsx';
import { Button } from '../button.tsx';
import { Card } from '../card.tsx';
import { Money } from '../money.tsx';

export type Product = {
  readonly sku: string;
  readonly name: string;
  readonly priceCents: number;
  readonly currency: string;
  readonly stock: number;
};

/** Everything that is sold: one line each, to be scanned by name, price and stock. */
export const ProductList = ({ products }: { readonly products: readonly Product[] }) => (
  <Card aria-label="Products">
    <ul className="divide-y divide-line">
      {products.map((product) => (
        <ProductLine key={product.sku} product={product} />
      ))}
    </ul>
  </Card>
);

const ProductLine = ({ product: { sku, name, priceCents, currency, stock } }: { readonly product: Product }) => (
  <li className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-2 px-4 py-4 sm:grid-cols-[1fr_7rem_6rem_auto] sm:px-6">
    <div className="min-w-0">
      <h2 className="font-medium text-pretty">{name}</h2>
      <p className="font-mono text-xs text-muted">{sku}</p>
    </div>
    <div className="sm:justify-self-start max-sm:order-3">
      <StockBadge stock={stock} />
    </div>
    <div className="text-right font-medium max-sm:order-2">
      <Money minorUnits={priceCents} currency={currency} />
    </div>
    <div className="max-sm:order-4 max-sm:justify-self-end">
      {stock > 0 ? (
        <Button asChild look="secondary" size="small" className="h-9">
          <Link href={`/checkout/${encodeURIComponent(sku)}`} aria-label={`Order ${name}`}>
            Order
          </Link>
        </Button>
      ) : (
        <Button look="secondary" size="small" className="h-9" disabled aria-label={`Order ${name}`}>
          Order
        </Button>
      )}
    </div>
  </li>
);

/** How much is left: a number matters only when it is small. */
const StockBadge = ({ stock }: { readonly stock: number }) => {
  if (stock === 0) return <Badge tone="neutral">Sold out</Badge>;
  if (stock <= 5) return <Badge tone="warning">{stock === 1 ? 'Last one' : `${stock} left`}</Badge>;
  return <span className="text-[13px] text-muted">In stock</span>;
};
