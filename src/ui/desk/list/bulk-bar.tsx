import { X } from 'lucide-react';
import { Button } from '../../button.tsx';

/** Something that can be done to all selected rows. */
export type BulkAction = {
  readonly id: string;
  readonly label: string;
  /** Why it cannot be done by this person now; null when it can. */
  readonly whyNot: string | null;
  readonly onChoose: () => void;
};

export type BulkBarProps = {
  readonly count: number;
  readonly noun: { readonly one: string; readonly many: string };
  readonly actions: readonly BulkAction[];
  readonly onClear: () => void;
};

/** What can be done with the selected rows. Never a release and never a resolve: those are decided one by one. */
export const BulkBar = ({ count, noun, actions, onClear }: BulkBarProps) =>
  count === 0 ? null : (
    <section
      aria-label="Selected rows"
      className="sticky bottom-2 z-20 mx-2 mb-2 flex flex-wrap items-center gap-2 rounded-lg border border-line bg-surface p-2 pl-4 shadow-float"
    >
      <p className="mr-auto text-sm font-medium" role="status">
        {count === 1 ? `One ${noun.one} selected` : `${count} ${noun.many} selected`}
      </p>
      {actions.map(({ id, label, whyNot, onChoose }) => (
        <Button
          key={id}
          size="small"
          look="secondary"
          disabled={whyNot !== null}
          title={whyNot ?? undefined}
          onClick={onChoose}
        >
          {label}
        </Button>
      ))}
      <Button size="small" look="quiet" onClick={onClear}>
        <X aria-hidden className="size-4" />
        Clear
      </Button>
    </section>
  );
