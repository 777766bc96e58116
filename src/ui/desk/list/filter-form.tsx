'use client';

import { ListFilter, SlidersHorizontal } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from '../../button.tsx';
import { cn } from '../../cn.ts';
import { Input } from '../../input.tsx';
import { NativeSelect } from '../../native-select.tsx';
import type { FilterField } from './list-column.ts';

export type FilterFormProps = {
  /** The page: without scripts the browser sends the fields to it. */
  readonly action: string;
  readonly fields: readonly FilterField[];
  readonly values: Readonly<Record<string, string | undefined>>;
  /** Gets the form's fields, empty ones included. */
  readonly onFilter: (fields: Readonly<Record<string, string>>) => void;
};

/** A list's filters. A choice applies at once, text when Enter is pressed. On a narrow screen the form folds away. */
export function FilterForm({ action, fields, values, onFilter }: FilterFormProps) {
  const [isOpen, setOpen] = useState(false);
  const more = fields.filter(({ isMore }) => isMore);
  const count = fields.filter(({ name }) => values[name] !== undefined).length;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onFilter(Object.fromEntries([...new FormData(event.currentTarget)].map(([name, value]) => [name, String(value)])));
  };
  return (
    <div className="border-b border-line">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-11 w-full items-center gap-2 px-4 text-sm font-medium md:hidden"
      >
        <SlidersHorizontal aria-hidden className="size-4 text-muted" />
        Filters{count > 0 && <span className="text-muted">({count} on)</span>}
      </button>
      <form
        action={action}
        onSubmit={submit}
        onChange={(event) => {
          if (event.target instanceof HTMLSelectElement) event.currentTarget.requestSubmit();
        }}
        className={cn('grid gap-3 px-4 py-3 sm:px-6', !isOpen && 'max-md:hidden')}
      >
        <div className="grid grid-cols-2 gap-3 md:grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))]">
          {fields.map(
            (field) => field.isMore || <Labelled key={field.name} field={field} value={values[field.name]} />,
          )}
          <Button type="submit" look="secondary" className="h-9 self-end max-md:col-span-2">
            <ListFilter aria-hidden className="size-4" />
            Filter
          </Button>
        </div>
        {more.length > 0 && (
          <details open={more.some(({ name }) => values[name] !== undefined)}>
            <summary className="w-fit cursor-pointer rounded-sm text-[13px] text-muted hover:text-ink">
              More filters
            </summary>
            <div className="mt-3 grid grid-cols-2 gap-3 md:grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))]">
              {more.map((field) => (
                <Labelled key={field.name} field={field} value={values[field.name]} />
              ))}
            </div>
          </details>
        )}
      </form>
    </div>
  );
}

function Labelled({ field, value }: { readonly field: FilterField; readonly value: string | undefined }) {
  const { name, label, kind } = field;
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child.
    <label className={cn('grid min-w-0 gap-1 text-xs font-medium text-muted', kind === 'code' && 'max-md:col-span-2')}>
      {kind === 'moment' ? `${label} (UTC)` : label}
      {typeof kind === 'object' ? (
        <NativeSelect name={name} defaultValue={value ?? ''} options={kind.options} />
      ) : (
        <Input
          name={name}
          type={kind === 'moment' ? 'datetime-local' : 'text'}
          inputMode={kind === 'number' ? 'numeric' : undefined}
          defaultValue={kind === 'moment' && value ? new Date(value).toISOString().slice(0, 16) : value}
          className={cn('h-9', kind === 'code' && 'font-mono text-xs')}
          autoComplete="off"
          spellCheck={false}
        />
      )}
    </label>
  );
}
