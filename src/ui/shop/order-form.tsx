import type { FormEvent, ReactNode } from 'react';
import { Button } from '../button.tsx';
import { Field } from '../field.tsx';
import { Input, Textarea } from '../input.tsx';
import { formatMoney } from '../money.tsx';
import type { Product } from './product-list.tsx';

export type OrderDraft = { readonly quantity: string; readonly note: string };

export type OrderFormProps = {
  readonly product: Product;
  readonly draft: OrderDraft;
  readonly onDraft: (draft: OrderDraft) => void;
  readonly onSubmit: () => void;
  /** Closed before the page can send, and while an order is unsettled: what is on its way can no longer be changed. */
  readonly isClosed: boolean;
  readonly isBusy: boolean;
  /** Sentences about single fields. */
  readonly errors: Readonly<Record<string, string>>;
  /** What is said about the order, above the button. */
  readonly children?: ReactNode;
};

/** Quantity, note and the one button that places an order. */
export function OrderForm({ product, draft, onDraft, onSubmit, isClosed, isBusy, errors, children }: OrderFormProps) {
  const quantity = Number(draft.quantity);
  const total = Number.isInteger(quantity) && quantity > 0 ? quantity * product.priceCents : 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form onSubmit={submit} className="grid gap-6">
      <Field
        label="Quantity"
        hint={`${formatMoney(product.priceCents, product.currency)} each, ${product.stock} in stock`}
        error={errors.quantity}
      >
        {(control) => (
          <Input
            {...control}
            type="number"
            inputMode="numeric"
            min={1}
            max={1000}
            step={1}
            required
            disabled={isClosed}
            value={draft.quantity}
            onChange={(event) => onDraft({ ...draft, quantity: event.target.value })}
            className="max-w-32 tabular-nums"
          />
        )}
      </Field>
      <Field label="Note for the warehouse" hint="Optional, up to 500 characters" error={errors.note}>
        {(control) => (
          <Textarea
            {...control}
            maxLength={500}
            rows={2}
            disabled={isClosed}
            value={draft.note}
            onChange={(event) => onDraft({ ...draft, note: event.target.value })}
          />
        )}
      </Field>
      <div className="flex items-baseline justify-between border-t border-line pt-4">
        <span className="text-muted">Total</span>
        <span className="text-xl font-semibold tabular-nums">{formatMoney(total, product.currency)}</span>
      </div>
      {children}
      {/* Not disabled while busy: it keeps the focus, and a second press is the same order. */}
      <Button
        type="submit"
        size="large"
        busy={isBusy}
        aria-disabled={isBusy || undefined}
        disabled={isClosed && !isBusy}
      >
        {isBusy ? 'Placing order…' : 'Place order'}
      </Button>
    </form>
  );
}
