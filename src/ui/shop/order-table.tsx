import Link from 'next/link';
import { Badge, type Tone } from '../badge.tsx';
import { Button } from '../button.tsx';
import { CopyText } from '../copy-text.tsx';
import { Money } from '../money.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../table.tsx';
import { Time } from '../time.tsx';

export type Order = {
  readonly orderId: string;
  readonly sku: string;
  readonly quantity: number;
  readonly totalCents: number;
  readonly currency: string;
  readonly status: string;
  readonly placedAt: Date;
};

const TONES: Readonly<Record<string, Tone>> = { placed: 'accent', paid: 'success', cancelled: 'neutral' };

/** An account's orders, newest first. */
export const OrderTable = ({ orders }: { readonly orders: readonly Order[] }) => (
  <Table label="Orders" className="max-sm:[&_:is(td,th)]:px-2">
    <TableHead>
      <tr>
        <TableHeaderCell className="max-sm:hidden">Placed</TableHeaderCell>
        <TableHeaderCell>Article</TableHeaderCell>
        <TableHeaderCell className="text-right max-sm:hidden">Quantity</TableHeaderCell>
        <TableHeaderCell className="text-right">Total</TableHeaderCell>
        <TableHeaderCell>Status</TableHeaderCell>
        <TableHeaderCell>Order</TableHeaderCell>
        <TableHeaderCell className="sticky right-0 bg-surface text-right">Payment</TableHeaderCell>
      </tr>
    </TableHead>
    <TableBody>
      {orders.map((order) => (
        <TableRow key={order.orderId}>
          <TableCell className="max-sm:hidden">
            <Time at={order.placedAt} />
          </TableCell>
          <TableCell className="font-mono text-xs whitespace-nowrap">
            <span className="sm:hidden">{order.quantity} × </span>
            {order.sku}
          </TableCell>
          <TableCell className="text-right max-sm:hidden">{order.quantity}</TableCell>
          <TableCell className="text-right font-medium">
            <Money minorUnits={order.totalCents} currency={order.currency} />
          </TableCell>
          <TableCell>
            <Badge tone={TONES[order.status.toLowerCase()] ?? 'neutral'}>{order.status.toLowerCase()}</Badge>
          </TableCell>
          <TableCell>
            <CopyText text={order.orderId} label="Copy order id" className="whitespace-nowrap" />
          </TableCell>
          {/* What there is to do stays in view where the table is wider than the screen. */}
          <TableCell className="sticky right-0 bg-surface text-right">
            {order.status === 'placed' && (
              <Button asChild look="secondary" size="small">
                <Link href={`/orders/${encodeURIComponent(order.orderId)}/pay`} aria-label={`Pay ${order.orderId}`}>
                  Pay
                </Link>
              </Button>
            )}
          </TableCell>
        </TableRow>
      ))}
    </TableBody>
  </Table>
);
