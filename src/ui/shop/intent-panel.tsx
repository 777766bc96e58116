import type { IntentState } from '../../client/intent/state.ts';
import type { Tone } from '../badge.tsx';
import { Badge } from '../badge.tsx';
import { Card, CardBody, CardHeader, CardTitle } from '../card.tsx';
import { CopyText } from '../copy-text.tsx';

export type IntentPanelProps = {
  readonly state: IntentState<unknown>;
  readonly procedure: string;
  /** When a key is made: "you place the order". */
  readonly madeWhen: string;
  /** What sending the key again comes to. */
  readonly promise: string;
};

/** What is going on under the button: the key of the intent, how often it went out, and how it stands. */
export function IntentPanel({ state, procedure, madeWhen, promise }: IntentPanelProps) {
  const [tone, word] = WORDS[state.phase];
  return (
    <Card aria-label="Idempotency key">
      <CardHeader>
        <CardTitle>Idempotency key</CardTitle>
        <Badge tone={tone}>{word}</Badge>
      </CardHeader>
      <CardBody className="grid gap-4">
        {/* As high with a key as without, so that nothing moves when one is made. */}
        <div className="min-h-12">
          {state.phase === 'none' ? (
            <p className="text-muted">Made when {madeWhen}, and kept until it is answered.</p>
          ) : (
            <CopyText text={state.intent.key} label="Copy key" />
          )}
        </div>
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-[13px] tabular-nums">
          <dt className="text-muted">Procedure</dt>
          <dd className="text-right font-mono text-xs leading-6">{procedure}</dd>
          <dt className="text-muted">Requests sent</dt>
          <dd className="text-right">{state.phase === 'none' ? 0 : state.intent.attempts}</dd>
        </dl>
        <p className="border-t border-line pt-4 text-[13px] text-pretty text-muted">{promise}</p>
      </CardBody>
    </Card>
  );
}

const WORDS: Readonly<Record<IntentState<unknown>['phase'], readonly [Tone, string]>> = {
  none: ['neutral', 'Not made yet'],
  sending: ['accent', 'On its way'],
  open: ['warning', 'Open'],
  forgotten: ['warning', 'Open'],
  succeeded: ['success', 'Answered'],
  refused: ['danger', 'Refused'],
};
