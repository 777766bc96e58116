import type { FormEvent, ReactNode } from 'react';
import { Button } from '../button.tsx';
import { Field } from '../field.tsx';
import { Input } from '../input.tsx';
import { formatMoney } from '../money.tsx';
import { NativeSelect } from '../native-select.tsx';
import { SANDBOX_CARDS } from './sandbox-cards.ts';

export type PayFormProps = {
  readonly totalCents: number;
  readonly currency: string;
  readonly card: string;
  /** Cards are charged in the sandbox: its tokens are offered. Otherwise a token of the provider is typed. */
  readonly isSandbox: boolean;
  readonly onCard: (card: string) => void;
  readonly onSubmit: () => void;
  /** Closed before the page can send, and while a payment is unsettled: what is on its way can no longer be changed. */
  readonly isClosed: boolean;
  readonly isBusy: boolean;
  readonly error: string | undefined;
  /** What is said about the payment, above the button. */
  readonly children?: ReactNode;
};

/** The card and the one button that charges it. */
export function PayForm({ totalCents, currency, onSubmit, isClosed, isBusy, children, ...field }: PayFormProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <form onSubmit={submit} className="grid gap-6">
      <CardField {...field} isClosed={isClosed} />
      <div className="flex items-baseline justify-between border-t border-line pt-4">
        <span className="text-muted">Total</span>
        <span className="text-xl font-semibold tabular-nums">{formatMoney(totalCents, currency)}</span>
      </div>
      {children}
      {/* Not disabled while busy: it keeps the focus, and a second press is the same payment. */}
      <Button
        type="submit"
        size="large"
        busy={isBusy}
        aria-disabled={isBusy || undefined}
        disabled={isClosed && !isBusy}
      >
        {isBusy ? 'Paying…' : 'Pay'}
      </Button>
    </form>
  );
}

type CardFieldProps = Pick<PayFormProps, 'card' | 'isSandbox' | 'onCard' | 'isClosed' | 'error'>;

const CardField = ({ card, isSandbox, onCard, isClosed, error }: CardFieldProps) => {
  const does = SANDBOX_CARDS.find(([token]) => token === card)?.[2];
  if (!isSandbox) {
    return (
      <Field label="Card token" hint="A token of the card provider" error={error}>
        {(control) => (
          <Input
            {...control}
            required
            maxLength={64}
            disabled={isClosed}
            value={card}
            onChange={(event) => onCard(event.target.value)}
          />
        )}
      </Field>
    );
  }
  return (
    <Field label="Card of the sandbox" hint={does} error={error}>
      {(control) => (
        <NativeSelect
          {...control}
          disabled={isClosed}
          value={card}
          options={SANDBOX_CARDS.map(([token, label]) => [token, `${label} (${token})`] as const)}
          onChange={(event) => onCard(event.target.value)}
        />
      )}
    </Field>
  );
};
