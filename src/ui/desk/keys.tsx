import { cn } from '../cn.ts';

export type KeysProps = {
  /** Pressed together, or one after the other with `then`. */
  readonly keys: readonly string[];
  readonly className?: string;
};

/** Keys of the keyboard as they are printed on it. */
export const Keys = ({ keys, className }: KeysProps) => (
  <span className={cn('inline-flex shrink-0 items-center gap-1', className)}>
    {keys.map((key) => (
      <kbd
        key={key}
        className="min-w-5 rounded-sm border border-line bg-raised px-1.5 text-center font-mono text-[11px] leading-4.5 text-muted"
      >
        {key}
      </kbd>
    ))}
  </span>
);
