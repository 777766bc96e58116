'use client';

import { Download } from 'lucide-react';
import { useSearchParams } from 'next/navigation';
import { Button } from '../../../ui/button.tsx';
import { useDesk } from '../../../ui/desk/desk-context.tsx';
import { viewQuery } from '../list/list-url.ts';

/** Downloads what the filters name as CSV, for those who may take it away. A form, since the export is an entry itself. */
export function ExportLink() {
  const query = viewQuery(useSearchParams().toString());
  if (!useDesk().permissions.includes('audit:export')) return null;
  return (
    <form method="post" action={query === '' ? '/desk/audit/export' : `/desk/audit/export?${query}`}>
      <Button type="submit" look="secondary">
        <Download aria-hidden className="size-4" />
        Export as CSV
      </Button>
    </form>
  );
}
