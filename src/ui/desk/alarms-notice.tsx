import type { RecordPageData } from '../../desk/get-record.ts';
import { Notice } from '../notice.tsx';
import { Time } from '../time.tsx';

export type AlarmsNoticeProps = Pick<RecordPageData, 'alarms' | 'asOf'>;

/** Effects that were found after their step was settled without one; nothing where there are none. */
export const AlarmsNotice = ({ alarms, asOf }: AlarmsNoticeProps) =>
  alarms.length === 0 ? null : (
    <div className="mb-4 text-[13px]">
      <Notice tone="danger" title="Alarm: an effect was found after the step was settled">
        <p>
          The provider has it, and this record was settled as if it had not. It needs a refund or a correction there.
        </p>
        <ul className="grid gap-1">
          {alarms.map(({ eventId, at, text }) => (
            <li key={eventId}>
              <a
                href={`?tab=timeline#event-${eventId}`}
                className="rounded-sm break-words underline underline-offset-4"
              >
                {text}
              </a>{' '}
              <Time at={at} asOf={asOf} />
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
