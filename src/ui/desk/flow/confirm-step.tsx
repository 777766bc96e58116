'use client';

import { useState } from 'react';
import type { FlowAnswer, ShownOffer } from '../../../desk/flow/get-flow.ts';
import { Field } from '../../field.tsx';
import { Input } from '../../input.tsx';
import { formatMoney } from '../../money.tsx';
import { useDesk } from '../desk-context.tsx';
import { EnvironmentBadge } from '../environment-badge.tsx';
import { Facts } from '../facts.tsx';
import { DECISION_WORDS } from './offer-list.tsx';
import { ReasonForm } from './reason-form.tsx';

export type ConfirmStepProps = {
  readonly flow: FlowAnswer;
  readonly offer: ShownOffer;
  readonly why: string | null;
  readonly isSending: boolean;
  readonly onConfirm: (code: string, reason: string) => void;
};

/** Says once more what will happen, where, and to how much; takes the typed code and the reason. */
export function ConfirmStep({ flow, offer, why, isSending, onConfirm }: ConfirmStepProps) {
  const [code, setCode] = useState('');
  const { environmentName } = useDesk();
  const { record, openCall, current, expected, approval } = flow;
  const [verb] = DECISION_WORDS[offer.decision];
  return (
    <div className="grid gap-6">
      <Facts
        facts={[
          { name: 'Environment', value: environmentName ? <EnvironmentBadge /> : 'unnamed' },
          { name: 'Operation', value: `${record.procedure} of ${record.account ?? record.scope}` },
          ...(openCall
            ? [{ name: 'Call', value: `${openCall.step}: ${openCall.provider} ${openCall.operation}` }]
            : []),
          ...(expected?.amount
            ? [{ name: 'Amount', value: formatMoney(expected.amount.cents, expected.amount.currency) }]
            : []),
          { name: 'Before', value: `unknown, held at attempt ${record.attempt}` },
          { name: 'After', value: AFTER_WORDS[offer.decision] },
          {
            name: 'Evidence',
            value: current ? `#${current.id}, ${current.result.replaceAll('_', ' ')}` : 'none: no call is open',
          },
          ...(current?.providerId ? [{ name: 'Provider id', value: current.providerId }] : []),
          ...(offer.needsSecondPerson
            ? [
                {
                  name: 'Second person',
                  value: approval?.approvedName ?? approval?.approvedBy ?? 'has not answered yet',
                },
              ]
            : []),
        ]}
      />
      <ReasonForm
        verb={`${verb} of record #${record.id}`}
        isSevere
        why={why}
        isSending={isSending}
        onSubmit={(reason) => onConfirm(code, reason)}
      >
        <Field
          label={
            <>
              Type <code className="font-mono tracking-widest">{offer.code}</code>
            </>
          }
          hint="The code is of this record, attempt, evidence and decision: another screen has another one."
        >
          {(control) => (
            <Input
              {...control}
              value={code}
              autoComplete="off"
              spellCheck={false}
              maxLength={12}
              className="max-w-48 font-mono tracking-widest uppercase"
              onChange={({ target }) => setCode(target.value)}
            />
          )}
        </Field>
      </ReasonForm>
    </div>
  );
}

const AFTER_WORDS = {
  adopt: 'completed as a success by the procedure’s own end, or going on to it',
  refuse: 'completed as a refusal by the procedure’s own end, with its undo, or going on to it',
  release: 'in progress, to be run by whoever comes first',
} as const;
