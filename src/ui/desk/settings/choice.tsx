'use client';

import type { LucideIcon } from 'lucide-react';

export type ChoiceProps<Value extends string | number> = {
  readonly legend: string;
  readonly name: string;
  readonly options: readonly { readonly value: Value; readonly label: string; readonly icon?: LucideIcon }[];
  /** Absent while it is not known, such as the theme before the browser has said. */
  readonly value: Value | undefined;
  onChange(value: Value): void;
};

/** One of a few, all in sight. */
export const Choice = <Value extends string | number>({
  legend,
  name,
  options,
  value,
  onChange,
}: ChoiceProps<Value>) => (
  <fieldset className="grid gap-2">
    <legend className="mb-2 text-[13px] font-medium">{legend}</legend>
    <div className="flex flex-wrap gap-2">
      {options.map(({ value: option, label, icon: Icon }) => (
        <label
          key={option}
          className="relative inline-flex h-9 cursor-pointer items-center gap-2 rounded-md border border-line-strong px-3 text-[13px] transition-colors hover:bg-raised has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent-text has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
        >
          <input
            type="radio"
            name={name}
            className="sr-only"
            checked={value === option}
            onChange={() => onChange(option)}
          />
          {Icon && <Icon aria-hidden className="size-4" />}
          {label}
        </label>
      ))}
    </div>
  </fieldset>
);
