import type { ReactNode } from 'react';

export type FactsProps = {
  readonly facts: readonly { readonly name: string; readonly value: ReactNode }[];
};

/** Names and values, for looking one up. */
export const Facts = ({ facts }: FactsProps) => (
  <dl className="grid content-start grid-cols-[minmax(6rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-2 text-[13px]">
    {facts.map(({ name, value }) => (
      <div key={name} className="contents">
        <dt className="text-muted">{name}</dt>
        <dd className="min-w-0 break-words">{value}</dd>
      </div>
    ))}
  </dl>
);
