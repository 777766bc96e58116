import type { ReactNode } from 'react';

/** A column of a list. */
export type ListColumn<Row> = {
  /** Names it in the URL. */
  readonly id: string;
  readonly label: string;
  readonly cell: (row: Row, asOf: Date) => ReactNode;
  /** What copying the cell gives; absent where there is nothing to copy. */
  readonly text?: (row: Row) => string | null;
  /** The filter that this cell can set, to the text above. */
  readonly filter?: string;
  /** The list's sort that goes by this column: there is an index for it. */
  readonly sort?: string;
  readonly isNumber?: boolean;
  /** Not shown until it is chosen. */
  readonly isExtra?: boolean;
  /** The row's name: always shown. */
  readonly isFixed?: boolean;
};

/** A field of the filter form. */
export type FilterField = {
  readonly name: string;
  readonly label: string;
  readonly kind:
    | 'text'
    | 'code'
    | 'number'
    | 'moment'
    | { readonly options: readonly (readonly [value: string, label: string])[] };
  /** Behind "More filters". */
  readonly isMore?: boolean;
};
