import { CircleCheck } from 'lucide-react';
import Link from 'next/link';
import { Button } from '../button.tsx';
import { CopyText } from '../copy-text.tsx';
import { formatMoney } from '../money.tsx';

export type OrderPaidProps = {
  readonly payment: {
    readonly paymentId: string;
    readonly chargeId: string;
    readonly amountCents: number;
    readonly currency: string;
  };
  /** How often its request was sent. */
  readonly attempts: number;
};

/** The order is paid: what was charged, and that sending it several times charged once. */
export const OrderPaid = ({ payment, attempts }: OrderPaidProps) => (
  <div className="grid gap-6">
    <div role="status" className="flex items-start gap-3">
      <CircleCheck aria-hidden className="mt-0.5 size-6 shrink-0 text-success-text" />
      <div className="grid gap-1">
        <h2 className="text-lg font-semibold">Order paid</h2>
        {attempts > 1 && (
          <p className="text-muted">The request went out {attempts} times with one key: the card was charged once.</p>
        )}
      </div>
    </div>
    <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 border-t border-line pt-4 tabular-nums">
      <dt className="text-muted">Charge</dt>
      <dd className="text-right">
        <CopyText text={payment.chargeId} label="Copy charge id" className="text-right" />
      </dd>
      <dt className="text-muted">Payment</dt>
      <dd className="text-right">
        <CopyText text={payment.paymentId} label="Copy payment id" className="text-right" />
      </dd>
      <dt className="text-muted">Charged</dt>
      <dd className="text-right font-semibold">{formatMoney(payment.amountCents, payment.currency)}</dd>
    </dl>
    <div>
      <Button asChild>
        <Link href="/orders">See orders</Link>
      </Button>
    </div>
  </div>
);
