import Link from 'next/link';
import type { FlowAnswer } from '../../../desk/flow/get-flow.ts';
import { Notice } from '../../notice.tsx';

/** How the record stands after the decision, and where that is written. */
export function AfterStep({ flow: { record } }: { readonly flow: Pick<FlowAnswer, 'record'> }) {
  const { id, state, outcome, attempt } = record;
  const link = 'w-fit rounded-sm text-accent-text underline-offset-4 hover:underline';
  return (
    <div className="grid gap-4">
      <Notice tone={state === 'COMPLETED' ? 'success' : 'accent'} title={titleOf(state, outcome)}>
        <p>
          {state === 'COMPLETED'
            ? `Attempt ${attempt} ended it, by the procedure itself. Repeats of the request get this answer.`
            : `It stands at attempt ${attempt}. Whoever comes first, a worker or the client, goes on with it.`}
        </p>
      </Notice>
      <ul className="grid gap-2 text-[13px]">
        <li>
          <Link href={`/desk/records/${id}?tab=timeline`} className={link}>
            The record’s timeline
          </Link>
        </li>
        <li>
          <Link href={`/desk/records/${id}?tab=audit`} className={link}>
            Who did what, in the audit
          </Link>
        </li>
      </ul>
    </div>
  );
}

function titleOf(state: FlowAnswer['record']['state'], outcome: FlowAnswer['record']['outcome']): string {
  switch (state) {
    case 'COMPLETED':
      return outcome === 'refusal' ? 'Completed as a refusal' : 'Completed as a success';
    case 'IN_PROGRESS':
      return 'In progress again';
    case 'UNKNOWN':
      return 'Unknown';
  }
}
