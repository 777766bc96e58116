'use client';

import { Printer } from 'lucide-react';
import type { RecordPageData } from '../../desk/get-record.ts';
import { Button } from '../button.tsx';
import { CopyText } from '../copy-text.tsx';
import { KeyText } from './key-text.tsx';
import { StateBadge } from './state-badge.tsx';

/** Which record this is, and what became of it. */
export const RecordHeader = ({ record }: { readonly record: RecordPageData['record'] }) => (
  <header className="mb-4 flex flex-wrap items-start justify-between gap-3">
    <div className="grid min-w-0 gap-1">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="text-2xl font-semibold tracking-tight">Record #{record.id}</h1>
        <StateBadge record={record} />
      </div>
      <div className="flex flex-wrap items-baseline gap-x-2 text-[13px] text-muted">
        <span>Key</span>
        <KeyText text={record.key} warning={record.keyWarning} className="text-[13px]" />
      </div>
      <div className="flex flex-wrap items-baseline gap-x-2 text-[13px] text-muted">
        <span>Record id</span>
        <CopyText text={record.id} label="Copy record id" />
      </div>
    </div>
    <Button look="secondary" size="small" onClick={() => window.print()}>
      <Printer aria-hidden className="size-4" />
      Print
    </Button>
  </header>
);
