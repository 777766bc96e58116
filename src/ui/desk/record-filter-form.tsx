import { ListFilter } from 'lucide-react';
import type { ReactNode } from 'react';
import type { RecordFilters } from '../../desk/record-filters.ts';
import { Button } from '../button.tsx';
import { Input } from '../input.tsx';
import { NativeSelect } from '../native-select.tsx';
import { ANSWER_OPTIONS, FILTER_LABELS, OUTCOME_OPTIONS, STATE_OPTIONS } from './record-filter-words.ts';

export type RecordFilterFormProps = {
  readonly filters: RecordFilters;
  /** Gets the form's fields, empty ones included. Without scripts the browser sends them to the same page. */
  readonly onFilter: (fields: Readonly<Record<string, string>>) => void;
};

/** Filters of the records page. A choice applies at once, text when Enter is pressed. */
export function RecordFilterForm({ filters, onFilter }: RecordFilterFormProps) {
  const hasMore = [filters.resourceId, filters.id, filters.answerKept, filters.createdFrom, filters.createdTo].some(
    Boolean,
  );
  return (
    <form
      action="/desk/records"
      onSubmit={(event) => {
        event.preventDefault();
        onFilter(
          Object.fromEntries([...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)])),
        );
      }}
      onChange={(event) => {
        if (event.target instanceof HTMLSelectElement) event.currentTarget.requestSubmit();
      }}
      className="grid gap-3 px-4 py-3 sm:px-6"
    >
      <div className="grid grid-cols-2 gap-3 md:grid-cols-3 lg:grid-cols-[minmax(0,1.6fr)_repeat(4,minmax(0,1fr))_auto]">
        <Labelled label={FILTER_LABELS.key} className="max-lg:col-span-2">
          <Input
            name="key"
            defaultValue={filters.key}
            className="h-9 font-mono text-xs"
            autoComplete="off"
            spellCheck={false}
          />
        </Labelled>
        <Labelled label={FILTER_LABELS.account}>
          <Input name="account" defaultValue={filters.account} className="h-9" autoComplete="off" />
        </Labelled>
        <Labelled label={FILTER_LABELS.procedure}>
          <Input
            name="procedure"
            defaultValue={filters.procedure}
            className="h-9"
            autoComplete="off"
            spellCheck={false}
          />
        </Labelled>
        <Labelled label={FILTER_LABELS.state}>
          <NativeSelect name="state" defaultValue={filters.state ?? ''} options={STATE_OPTIONS} />
        </Labelled>
        <Labelled label={FILTER_LABELS.outcome}>
          <NativeSelect name="outcome" defaultValue={filters.outcome ?? ''} options={OUTCOME_OPTIONS} />
        </Labelled>
        <Button type="submit" look="secondary" className="h-9 self-end max-lg:col-span-2 md:max-lg:col-span-1">
          <ListFilter aria-hidden className="size-4" />
          Filter
        </Button>
      </div>
      <details open={hasMore} className="group">
        <summary className="w-fit cursor-pointer rounded-sm text-[13px] text-muted hover:text-ink">
          More filters
        </summary>
        <div className="mt-3 grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-6">
          <Labelled label={FILTER_LABELS.keyPrefix}>
            <Input
              name="keyPrefix"
              defaultValue={filters.keyPrefix}
              className="h-9 font-mono text-xs"
              autoComplete="off"
            />
          </Labelled>
          <Labelled label={FILTER_LABELS.resourceId}>
            <Input
              name="resourceId"
              defaultValue={filters.resourceId}
              className="h-9 font-mono text-xs"
              autoComplete="off"
            />
          </Labelled>
          <Labelled label={FILTER_LABELS.id}>
            <Input name="id" inputMode="numeric" defaultValue={filters.id} className="h-9" autoComplete="off" />
          </Labelled>
          <Labelled label={FILTER_LABELS.answerKept}>
            <NativeSelect name="answerKept" defaultValue={filters.answerKept ?? ''} options={ANSWER_OPTIONS} />
          </Labelled>
          <Labelled label={`${FILTER_LABELS.createdFrom} (UTC)`}>
            <Input
              type="datetime-local"
              name="createdFrom"
              defaultValue={inputTime(filters.createdFrom)}
              className="h-9"
            />
          </Labelled>
          <Labelled label={`${FILTER_LABELS.createdTo} (UTC)`}>
            <Input type="datetime-local" name="createdTo" defaultValue={inputTime(filters.createdTo)} className="h-9" />
          </Labelled>
        </div>
      </details>
    </form>
  );
}

const Labelled = ({ label, className = '', children }: { label: string; className?: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child.
  <label className={`grid min-w-0 gap-1 text-xs font-medium text-muted ${className}`}>
    {label}
    {children}
  </label>
);

/** A date input knows no zone: it shows the UTC that its label promises. */
const inputTime = (iso: string | undefined): string | undefined =>
  iso === undefined ? undefined : new Date(iso).toISOString().slice(0, 16);
