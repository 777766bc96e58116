'use client';

import { useState } from 'react';
import type { LiveRow } from '../../../client/list/live-rows.ts';

export type Selection<Row> = {
  /** By id, each as it was when it was selected. */
  readonly selected: ReadonlyMap<string, Row>;
  readonly toggle: (rows: readonly LiveRow<Row>[] | null, ids: readonly string[], isSelected: boolean) => void;
  readonly clear: () => void;
};

/** The rows that are selected; they stay so over pages and filters until they are cleared. */
export function useSelection<Row extends { readonly id: string }>(): Selection<Row> {
  const [selected, setSelected] = useState<ReadonlyMap<string, Row>>(new Map());
  return {
    selected,
    toggle: (rows, ids, isSelected) =>
      setSelected((before) => {
        const next = new Map(before);
        for (const id of ids) {
          const row = rows?.find((live) => live.row.id === id)?.row;
          if (isSelected && row) next.set(id, row);
          if (!isSelected) next.delete(id);
        }
        return next;
      }),
    clear: () => setSelected(new Map()),
  };
}
