import type { ReactNode } from 'react';
import { Badge, type Tone } from '../badge.tsx';
import { Button } from '../button.tsx';
import { CopyText } from '../copy-text.tsx';
import { Money } from '../money.tsx';

export type Escrow = {
  readonly escrowId: string;
  readonly amountCents: number;
  readonly currency: string;
  readonly beneficiary: string;
  readonly status: string;
  readonly transactionHash?: string;
};

export type EscrowLineProps = {
  readonly escrow: Escrow;
  readonly isBusy: boolean;
  /** The page cannot send yet, or its release is unsettled and the notice says what can be done. */
  readonly isClosed: boolean;
  /** How often the request of a release that succeeded just now was sent; 0 for others. */
  readonly attempts: number;
  readonly onRelease: () => void;
  /** What is said about its release. */
  readonly children?: ReactNode;
};

const TONES: Readonly<Record<string, Tone>> = { held: 'neutral', releasing: 'accent', released: 'success' };

/** One escrow of a list: for whom, how much, how it stands, and the button that releases it. */
export const EscrowLine = ({ escrow, isBusy, isClosed, attempts, onRelease, children }: EscrowLineProps) => {
  const { escrowId, amountCents, currency, beneficiary, status, transactionHash } = escrow;
  return (
    <li
      aria-label={beneficiary}
      className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-2 px-4 py-4 sm:grid-cols-[1fr_6.5rem_5.5rem_5.5rem] sm:px-6"
    >
      <div className="min-w-0">
        <h2 className="font-medium text-pretty">{beneficiary}</h2>
        <CopyText
          text={transactionHash ?? escrowId}
          label={transactionHash ? 'Copy transaction hash' : 'Copy escrow id'}
        />
        {attempts > 1 && (
          <p className="text-[13px] text-muted">The request went out {attempts} times with one key: one transfer.</p>
        )}
      </div>
      <div className="text-right font-medium">
        <Money minorUnits={amountCents} currency={currency} />
      </div>
      <div>
        <Badge tone={TONES[status] ?? 'neutral'}>{status}</Badge>
      </div>
      <div className="justify-self-end">
        {status !== 'released' && (
          <Button
            look="secondary"
            size="small"
            className="h-9"
            busy={isBusy}
            aria-disabled={isBusy || undefined}
            disabled={!isBusy && (isClosed || status === 'releasing')}
            aria-label={`Release ${beneficiary}`}
            onClick={onRelease}
          >
            Release
          </Button>
        )}
      </div>
      {children && <div className="col-span-full">{children}</div>}
    </li>
  );
};
