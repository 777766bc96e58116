import { CircleCheck } from 'lucide-react';
import Link from 'next/link';
import { Button } from '../button.tsx';
import { CopyText } from '../copy-text.tsx';
import { formatMoney } from '../money.tsx';
import { Time } from '../time.tsx';

export type OrderPlacedProps = {
  readonly order: {
    readonly orderId: string;
    readonly quantity: number;
    readonly totalCents: number;
    readonly currency: string;
    readonly placedAt: Date;
  };
  readonly productName: string;
  /** How often its request was sent. */
  readonly attempts: number;
  readonly onAgain: () => void;
};

/** The order stands: its number, what it is, and that sending it several times made one. */
export const OrderPlaced = ({ order, productName, attempts, onAgain }: OrderPlacedProps) => (
  <div className="grid gap-6">
    <div role="status" className="flex items-start gap-3">
      <CircleCheck aria-hidden className="mt-0.5 size-6 shrink-0 text-success-text" />
      <div className="grid gap-1">
        <h2 className="text-lg font-semibold">Order placed</h2>
        <p className="text-muted">
          {order.quantity} × {productName}
        </p>
        {attempts > 1 && (
          <p className="text-muted">The request went out {attempts} times with one key: it is one order.</p>
        )}
      </div>
    </div>
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 border-t border-line pt-4 tabular-nums">
      <dt className="text-muted">Order</dt>
      <dd className="text-right">
        <CopyText text={order.orderId} label="Copy order id" className="text-right" />
      </dd>
      <dt className="text-muted">Placed</dt>
      <dd className="text-right">
        <Time at={order.placedAt} show="absolute" />
      </dd>
      <dt className="text-muted">Total</dt>
      <dd className="text-right font-semibold">{formatMoney(order.totalCents, order.currency)}</dd>
    </dl>
    <div className="flex flex-wrap gap-2">
      <Button asChild>
        <Link href={`/orders/${encodeURIComponent(order.orderId)}/pay`}>Pay now</Link>
      </Button>
      <Button asChild look="secondary">
        <Link href="/orders">See orders</Link>
      </Button>
      <Button look="secondary" onClick={onAgain}>
        Order another
      </Button>
    </div>
  </div>
);
