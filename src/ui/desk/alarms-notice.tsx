import type { ReactNode } from 'react';
import type { RecordPageData, ShownAlarm } from '../../desk/get-record.ts';
import { Money } from '../money.tsx';
import { Notice } from '../notice.tsx';
import { Time } from '../time.tsx';
import { ALARM_END_WORDS } from './record-actions/deal-alarm-dialog.tsx';

export type AlarmsNoticeProps = Pick<RecordPageData, 'alarms' | 'asOf'> & {
  /** The button by which a person deals with an open alarm. */
  readonly actionOf: (alarm: NonNullable<ShownAlarm['row']>) => ReactNode;
};

/** Effects that were found after their step was settled without one, first those to be dealt with; nothing where there are none. */
export function AlarmsNotice({ alarms, asOf, actionOf }: AlarmsNoticeProps) {
  const open = alarms.filter(({ row }) => !row?.how);
  const dealt = alarms.filter(({ row }) => row?.how);
  return (
    <>
      {open.length > 0 && (
        <div className="mb-4 text-[13px]">
          <Notice tone="danger" title="Alarm: an effect was found after the step was settled">
            <p>
              The provider has it, and this record was settled as if it had not. It needs a refund or a correction
              there.
            </p>
            <ul className="grid gap-2">
              {open.map((alarm) => (
                <li key={alarm.eventId} className="grid gap-1">
                  <AlarmLine alarm={alarm} asOf={asOf} />
                  {alarm.row?.subjectId && (
                    <span>
                      Until somebody has dealt with it, nothing else is called for {alarm.row.subjectType}{' '}
                      <span className="font-mono text-xs break-all">{alarm.row.subjectId}</span>.
                    </span>
                  )}
                  {alarm.row && actionOf(alarm.row)}
                </li>
              ))}
            </ul>
          </Notice>
        </div>
      )}
      {dealt.length > 0 && (
        <div className="mb-4 text-[13px]">
          <Notice tone="warning" title="An effect was found late, and dealt with">
            <ul className="grid gap-2">
              {dealt.map((alarm) => (
                <li key={alarm.eventId} className="grid gap-1">
                  <AlarmLine alarm={alarm} asOf={asOf} />
                  {alarm.row?.how && alarm.row.dealtAt && (
                    <span>
                      {ALARM_END_WORDS[alarm.row.how].done} Dealt with by {alarm.row.dealtName}:{' '}
                      <span className="break-words">{alarm.row.reason}</span>{' '}
                      <Time at={alarm.row.dealtAt} asOf={asOf} />
                    </span>
                  )}
                </li>
              ))}
            </ul>
          </Notice>
        </div>
      )}
    </>
  );
}

const AlarmLine = ({ alarm: { eventId, at, text, row }, asOf }: { alarm: ShownAlarm; asOf: Date }) => (
  <span>
    <a href={`?tab=timeline#event-${eventId}`} className="rounded-sm break-words underline underline-offset-4">
      {text}
    </a>{' '}
    {row?.amountMinor && row.currency && (
      <>
        <Money minorUnits={Number(row.amountMinor)} currency={row.currency} />{' '}
      </>
    )}
    <Time at={at} asOf={asOf} />
  </span>
);
