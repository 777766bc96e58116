import type { RecordPageData } from '../../desk/get-record.ts';
import { durationText } from '../time-text.ts';
import { type Desk, whyNot } from './desk-context.tsx';

/** Something that can be done about a record on a page of its own; `why` it cannot be done now, else null. */
export type RecordLink = {
  readonly href: string;
  readonly label: string;
  readonly about: string;
  readonly why: string | null;
};

type Data = Pick<RecordPageData, 'record' | 'hold'>;

/** The flows that this record can go through, and why each is closed. The server asks all of it again. */
export function recordLinks(data: Data, desk: Desk): readonly RecordLink[] {
  const { id } = data.record;
  return [
    {
      href: `/desk/records/${id}/release`,
      label: 'Force-release',
      about: 'Take a stuck record from its owner, look its calls up, and let it go on.',
      why: whyNot(desk, 'records:fence') ?? whyNoRelease(data),
    },
    {
      href: `/desk/records/${id}/resolve`,
      label: 'Resolve',
      about: 'Settle an unknown outcome on what the provider says.',
      why: (whyNot(desk, 'decisions:approve') && whyNot(desk, 'records:decide')) ?? whyNoResolve(data),
    },
  ];
}

function whyNoRelease({ record }: Data): string | null {
  if (record.state === 'COMPLETED') return 'It is completed: there is nothing to release.';
  if (record.state === 'UNKNOWN') return 'Its outcome is unknown: resolve it instead.';
  if (record.mode !== 'phased') return 'A transactional run ends by itself: its claim is gone with its transaction.';
  if (record.leaseLeftMs > 0) return `Its owner holds the lease for ${durationText(record.leaseLeftMs)} more.`;
  return null;
}

function whyNoResolve({ record }: Data): string | null {
  if (record.state === 'COMPLETED') return 'It is completed: there is nothing to resolve.';
  if (record.state === 'IN_PROGRESS') return 'It is in progress: only a fence makes its outcome one to resolve.';
  return null;
}
