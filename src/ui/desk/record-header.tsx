import type { RecordPageData } from '../../desk/get-record.ts';
import { KeyText } from './key-text.tsx';
import { StateBadge } from './state-badge.tsx';

/** Which record this is, and what became of it. */
export const RecordHeader = ({ record }: { readonly record: RecordPageData['record'] }) => (
  <header className="mb-4 grid gap-1">
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <h1 className="text-2xl font-semibold tracking-tight">Record #{record.id}</h1>
      <StateBadge record={record} />
    </div>
    <div className="flex flex-wrap items-baseline gap-x-2 text-[13px] text-muted">
      <span>Key</span>
      <KeyText text={record.key} warning={record.keyWarning} className="text-[13px]" />
    </div>
  </header>
);
