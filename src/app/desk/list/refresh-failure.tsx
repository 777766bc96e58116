import { refusalOf } from '../../../client/refusal-of.ts';
import { Notice } from '../../../ui/notice.tsx';

/** Why the rows below are not of now: their last refresh failed. */
export function RefreshFailure({ error }: { readonly error: unknown }) {
  const failure = refusalOf(error);
  return (
    <div className="border-b border-line p-3">
      <Notice
        tone="warning"
        title={failure.kind === 'failed' && failure.status === 504 ? 'This took too long' : 'The last refresh failed'}
      >
        <p>
          {failure.kind === 'no_answer' ? 'The server could not be reached.' : failure.message} What is shown is as of
          the time above.
          {failure.requestId && ` Request ${failure.requestId}.`}
        </p>
      </Notice>
    </div>
  );
}
