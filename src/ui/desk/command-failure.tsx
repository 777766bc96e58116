import type { Failure } from '../../client/failure.ts';
import type { DenialReason } from '../../trpc/error-causes.ts';
import { Button } from '../button.tsx';
import { Notice } from '../notice.tsx';

export type CommandFailureProps = {
  readonly failure: Failure;
  /** The path of this page, to come back to after signing in. */
  readonly returnTo: string;
  /** Shows the thing as it is now; for a stale screen. */
  readonly onLookAgain?: (() => void) | undefined;
};

/** Why a command was not carried out, what that means, and what can be done about it. */
export function CommandFailure({ failure, returnTo, onLookAgain }: CommandFailureProps) {
  const { title, tone } = wordsOf(failure);
  const reason = failure.kind === 'sign_in' ? 'expired' : signInReasonOf(failure);
  const now = failure.kind === 'refused' && failure.code === 'changed' ? Object.entries(failure.details ?? {}) : [];
  return (
    <Notice
      tone={tone}
      title={title}
      actions={
        reason || (now.length > 0 && onLookAgain) ? (
          <>
            {reason && (
              <Button asChild size="small">
                <a href={`/sign-in?reason=${reason}&next=${encodeURIComponent(returnTo)}`}>Sign in again</a>
              </Button>
            )}
            {now.length > 0 && onLookAgain && (
              <Button size="small" look="secondary" onClick={onLookAgain}>
                Look at it as it is now
              </Button>
            )}
          </>
        ) : null
      }
    >
      <p>{failure.message}</p>
      {failure.kind === 'input' && (
        <ul className="list-disc pl-5">
          {Object.entries(failure.fields).map(([field, sentence]) => (
            <li key={field}>{sentence}</li>
          ))}
        </ul>
      )}
      {now.length > 0 && (
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-[13px]">
          {now.map(([name, value]) => (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="min-w-0 font-mono break-words">{value === null ? 'none' : String(value)}</dd>
            </div>
          ))}
        </dl>
      )}
      {failure.requestId && <p className="text-[13px] text-muted">Request {failure.requestId}</p>}
    </Notice>
  );
}

const signInReasonOf = (failure: Failure): 'sign_in_again' | null =>
  failure.kind === 'forbidden' && failure.reason === 'sign_in_again' ? 'sign_in_again' : null;

type Words = { readonly title: string; readonly tone: 'danger' | 'warning' };

const DENIAL_WORDS: Readonly<Record<DenialReason, Words>> = {
  sign_in_again: { title: 'Sign in again for this', tone: 'warning' },
  read_only: { title: 'Read-only mode', tone: 'warning' },
  permission: { title: 'Your role may not do this', tone: 'danger' },
};

function wordsOf(failure: Failure): Words {
  switch (failure.kind) {
    case 'refused':
      return failure.code === 'changed'
        ? { title: 'It has changed since you looked', tone: 'warning' }
        : { title: 'Refused', tone: 'danger' };
    case 'forbidden':
      return DENIAL_WORDS[failure.reason ?? 'permission'];
    case 'sign_in':
      return { title: 'Your session has ended', tone: 'warning' };
    case 'input':
      return { title: 'Something is missing or not valid', tone: 'danger' };
    case 'key':
      return { title: failure.reason === 'in_flight' ? 'Still at work' : 'Not carried out again', tone: 'warning' };
    case 'no_answer':
      return { title: 'No answer: press again, it has one effect', tone: 'warning' };
    case 'failed':
      return { title: 'Something went wrong here', tone: 'danger' };
  }
}
