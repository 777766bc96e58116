import Link from 'next/link';
import type { AlarmRow } from '../../../postgres/statements/list-alarms.ts';
import { Notice } from '../../notice.tsx';
import { Time } from '../../time.tsx';

export type AlarmBannerProps = { readonly alarms: readonly AlarmRow[]; readonly asOf: Date };

/** As many as a person reads before acting on the first. */
const SHOWN = 5;

/** Effects that were found after their call had been settled without one; nothing where there are none. */
export const AlarmBanner = ({ alarms, asOf }: AlarmBannerProps) =>
  alarms.length === 0 ? null : (
    <Notice
      tone="danger"
      title={
        alarms.length === 1 ? 'Alarm: an effect was found late' : `${alarms.length} alarms: effects were found late`
      }
    >
      <ul className="grid gap-1 text-[13px]">
        {alarms.slice(0, SHOWN).map((alarm) => (
          <li key={alarm.id}>
            <Link
              href={`/desk/records/${alarm.recordId}#event-${alarm.eventId}`}
              prefetch={false}
              className="rounded-sm font-medium underline underline-offset-4"
            >
              Record #{alarm.recordId}
            </Link>{' '}
            {alarm.procedure}
            {alarm.step && `, ${alarm.step}`} <Time at={alarm.at} asOf={asOf} />
          </li>
        ))}
      </ul>
    </Notice>
  );
