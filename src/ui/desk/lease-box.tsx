import type { RecordPageData } from '../../desk/get-record.ts';
import { Time } from '../time.tsx';
import { durationText } from '../time-text.ts';
import { Facts } from './facts.tsx';

export type LeaseBoxProps = {
  readonly record: RecordPageData['record'];
  readonly asOf: Date;
};

/** Who may work on the record, and until when, by the database's clock. */
export const LeaseBox = ({ record, asOf }: LeaseBoxProps) => (
  <Facts
    facts={[
      { name: 'Attempt', value: record.attempt },
      { name: 'Mode', value: record.mode },
      { name: 'Lease', value: leaseText(record) },
      ...(record.mode === 'phased' ? ownerFacts(record, asOf) : []),
      { name: 'Expiry', value: <Time at={record.leaseExpiresAt} asOf={asOf} show="absolute" /> },
      { name: 'Database time', value: <Time at={asOf} show="absolute" /> },
    ]}
  />
);

function ownerFacts(record: LeaseBoxProps['record'], asOf: Date) {
  const { leaseOwner, heartbeatAt, tries, nextTryAt, isParked, state, externalBegan } = record;
  const owner = { name: 'Last owner', value: <span className="font-mono text-xs">{leaseOwner ?? 'none'}</span> };
  const heartbeat = heartbeatAt
    ? [{ name: 'Last heartbeat', value: <Time at={heartbeatAt} asOf={asOf} show="both" /> }]
    : [];
  const effect = {
    name: 'External call',
    value: externalBegan ? 'began: an effect may have happened outside' : 'none began',
  };
  if (state === 'COMPLETED') return [owner, ...heartbeat, effect];
  const next = isParked || !nextTryAt ? 'none: a person is needed' : <Time at={nextTryAt} asOf={asOf} show="both" />;
  return [owner, ...heartbeat, effect, { name: 'Tries by workers', value: tries }, { name: 'Next try', value: next }];
}

function leaseText({ state, leaseLeftMs, isParked }: LeaseBoxProps['record']): string {
  if (state === 'COMPLETED') return 'over: the record is completed';
  if (isParked) return 'over: the record is parked';
  if (state === 'UNKNOWN') return 'over: the outcome is looked up';
  return leaseLeftMs > 0
    ? `held for ${durationText(leaseLeftMs)} more`
    : `lapsed ${durationText(-leaseLeftMs)} ago: perhaps nobody is working on it`;
}
