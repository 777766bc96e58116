import { CircleCheck, FilterX, Inbox, StepBack } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../button.tsx';
import { EmptyState } from '../../empty-state.tsx';
import { UrlLink } from './url-link.tsx';

/** What a list says when it is empty without a filter. `done`: there is nothing left to do, which is good. */
export type EmptyWords = { readonly is: 'nothing-yet' | 'done'; readonly title: string; readonly children: ReactNode };

export type EmptyListProps = {
  /** The cursor is past the last row. */
  readonly isBeyond: boolean;
  readonly isFiltered: boolean;
  readonly noun: { readonly one: string; readonly many: string };
  readonly words: EmptyWords;
  readonly clear: { readonly href: string; readonly onGo: () => void };
};

/** Why there is no row here: none beyond, none that fits, nothing yet, or nothing left to do. */
export function EmptyList({ isBeyond, isFiltered, noun, words, clear }: EmptyListProps) {
  const way = (text: string) => (
    <Button asChild look="secondary">
      <UrlLink {...clear}>{text}</UrlLink>
    </Button>
  );
  if (isBeyond) {
    return (
      <EmptyState icon={<StepBack aria-hidden />} title="There is nothing further" action={way('To the first page')}>
        The link leads past the last {noun.one}.
      </EmptyState>
    );
  }
  if (isFiltered) {
    return (
      <EmptyState
        icon={<FilterX aria-hidden />}
        title={`No ${noun.one} fits these filters`}
        action={way('Clear all filters')}
      >
        Keys are case-sensitive. A record that is past its retention is gone.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={words.is === 'done' ? <CircleCheck aria-hidden /> : <Inbox aria-hidden />} title={words.title}>
      {words.children}
    </EmptyState>
  );
}
