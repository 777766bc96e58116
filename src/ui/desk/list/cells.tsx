import Link from 'next/link';
import type { ReactNode } from 'react';
import { CopyText } from '../../copy-text.tsx';
import { Time } from '../../time.tsx';
import { shorten } from '../shorten.ts';

/** What a cell says when there is nothing. */
export const None = ({ children = 'none' }: { readonly children?: ReactNode }) => (
  <span className="text-muted">{children}</span>
);

/** The name of a row, which opens it. */
export const RowLink = ({ href, children }: { readonly href: string; readonly children: ReactNode }) => (
  <Link
    href={href}
    prefetch={false}
    className="inline-flex min-h-6 items-center rounded-sm font-medium text-accent-text underline-offset-4 hover:underline"
  >
    {children}
  </Link>
);

/** A moment, or a word for none. */
export const Moment = ({
  at,
  asOf,
  none,
}: {
  readonly at: Date | null;
  readonly asOf: Date;
  readonly none?: string;
}) => (at ? <Time at={at} asOf={asOf} /> : <None>{none}</None>);

/** An id that a click copies whole. */
export const IdCell = ({ text, label }: { readonly text: string | null; readonly label: string }) =>
  text === null ? (
    <None />
  ) : (
    <CopyText text={text} shown={shorten(text, 18)} label={label} className="whitespace-nowrap" />
  );

/** A sentence that is cut where there is no room; whole on the row's own page and as its title. */
export const Sentence = ({ text }: { readonly text: string | null }) =>
  text === null ? (
    <None />
  ) : (
    <span title={text} className="line-clamp-2 max-w-80 min-w-40">
      {text}
    </span>
  );

/** A name on one line, cut at its end; whole as its title. */
export const Name = ({ text, title = text }: { readonly text: string; readonly title?: string }) => (
  <span title={title} className="block max-w-52 truncate">
    {text}
  </span>
);
