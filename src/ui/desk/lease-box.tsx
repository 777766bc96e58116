import type { RecordPageData } from '../../desk/get-record.ts';
import { Time } from '../time.tsx';
import { durationText } from '../time-text.ts';
import { Facts } from './facts.tsx';

export type LeaseBoxProps = {
  readonly record: Pick<RecordPageData['record'], 'state' | 'mode' | 'attempt' | 'leaseExpiresAt' | 'leaseLeftMs'>;
  readonly asOf: Date;
};

/** Who may work on the record, and until when, by the database's clock. */
export const LeaseBox = ({ record, asOf }: LeaseBoxProps) => (
  <Facts
    facts={[
      { name: 'Attempt', value: record.attempt },
      { name: 'Mode', value: record.mode },
      { name: 'Lease', value: leaseText(record) },
      { name: 'Expiry', value: <Time at={record.leaseExpiresAt} asOf={asOf} show="absolute" /> },
      { name: 'Database time', value: <Time at={asOf} show="absolute" /> },
    ]}
  />
);

function leaseText({ state, leaseLeftMs }: LeaseBoxProps['record']): string {
  if (state === 'COMPLETED') return 'over: the record is completed';
  return leaseLeftMs > 0
    ? `held for ${durationText(leaseLeftMs)} more`
    : `lapsed ${durationText(-leaseLeftMs)} ago: perhaps nobody is working on it`;
}
