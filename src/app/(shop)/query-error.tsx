'use client';

import { refusalOf } from '../../client/refusal-of.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';

export type QueryErrorProps = {
  /** What is not there, as the sentence begins: "The catalogue". */
  readonly what: string;
  readonly error: unknown;
  readonly isBusy: boolean;
  readonly onRetry: () => void;
};

/** A query that failed after its retries. */
export function QueryError({ what, error, isBusy, onRetry }: QueryErrorProps) {
  const failure = refusalOf(error);
  return (
    <ErrorState
      title={`${what} could not be loaded`}
      requestId={failure.requestId}
      action={
        <Button look="secondary" busy={isBusy} onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {failure.kind === 'no_answer' ? 'The shop could not be reached. Is there a connection?' : failure.message}
    </ErrorState>
  );
}
