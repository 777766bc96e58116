import type { RecordPageData } from '../../desk/get-record.ts';
import { Notice } from '../notice.tsx';

/** Why an open record does not go on by itself, or only by look-ups; nothing for others. */
export function StandingNotice({ record }: { readonly record: RecordPageData['record'] }) {
  const { parkedReason, unknownReason } = record;
  if (parkedReason === null && unknownReason === null) return null;
  return (
    <div className="mb-4 text-[13px]">
      <Notice
        tone={parkedReason === null ? 'warning' : 'danger'}
        title={
          parkedReason === null
            ? 'Nobody can say how an external call ended; look-ups go on'
            : 'Parked: nothing runs until a person settles it'
        }
      >
        <p className="break-words">{parkedReason ?? unknownReason}</p>
      </Notice>
    </div>
  );
}
