'use client';

import { CircleOff, KeyRound, TimerOff } from 'lucide-react';
import Link from 'next/link';
import { refusalOf } from '../../client/refusal-of.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';

export type QueryFailureProps = {
  /** What is not there, as the sentence begins: "The records". */
  readonly what: string;
  readonly error: unknown;
  readonly isBusy: boolean;
  readonly onRetry: () => void;
};

/** Why a question of the desk has no answer, and what can be done about it. */
export function QueryFailure({ what, error, isBusy, onRetry }: QueryFailureProps) {
  const failure = refusalOf(error);
  const retry = (
    <Button look="secondary" busy={isBusy} onClick={onRetry}>
      Try again
    </Button>
  );
  if (failure.kind === 'sign_in') {
    return (
      <EmptyState
        icon={<KeyRound aria-hidden />}
        title="Your session has ended"
        action={
          <Button asChild>
            <Link
              href={`/sign-in?reason=expired&next=${encodeURIComponent(window.location.pathname + window.location.search)}`}
            >
              Sign in again
            </Link>
          </Button>
        }
      >
        You come back to this very page.
      </EmptyState>
    );
  }
  if (failure.kind === 'forbidden') {
    return (
      <EmptyState icon={<CircleOff aria-hidden />} title="You are not allowed to see this">
        {failure.message}
      </EmptyState>
    );
  }
  if (failure.kind === 'failed' && failure.status === 504) {
    return (
      <EmptyState icon={<TimerOff aria-hidden />} title={`${what} took too long`} action={retry}>
        {failure.message}
      </EmptyState>
    );
  }
  return (
    <ErrorState title={`${what} could not be loaded`} requestId={failure.requestId} action={retry}>
      {failure.kind === 'no_answer' ? 'The server could not be reached. Is there a connection?' : failure.message}
    </ErrorState>
  );
}
