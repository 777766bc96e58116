import { cva, type VariantProps } from 'class-variance-authority';
import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './cn.ts';
import { Spinner } from './spinner.tsx';

/** Looks of a button, also for links that act as one. At least 32 px high, so that a finger hits it. */
export const buttonLooks = cva(
  'inline-flex shrink-0 items-center justify-center gap-2 rounded-md font-medium whitespace-nowrap transition-colors select-none disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55 [&_svg]:shrink-0',
  {
    variants: {
      look: {
        primary: 'bg-accent text-accent-ink hover:bg-accent-hover',
        secondary: 'border border-line bg-surface text-ink hover:bg-raised',
        quiet: 'text-muted hover:bg-raised hover:text-ink',
        danger: 'bg-danger text-accent-ink hover:bg-danger-hover',
      },
      size: {
        small: 'h-8 px-3 text-[13px]',
        medium: 'h-10 px-4 text-sm',
        large: 'h-12 px-6 text-base',
        icon: 'size-9',
      },
    },
    defaultVariants: { look: 'primary', size: 'medium' },
  },
);

export type ButtonProps = ComponentProps<'button'> &
  VariantProps<typeof buttonLooks> & {
    /** Renders the child (a link) with the looks of a button. */
    readonly asChild?: boolean;
    /** Shows a spinner. The width stays, and the button keeps its name. */
    readonly busy?: boolean;
  };

/** A button, or with `asChild` a link that looks like one. */
export function Button({ look, size, asChild, busy = false, className, children, ...props }: ButtonProps) {
  const classes = cn(buttonLooks({ look, size }), className);
  if (asChild) {
    return (
      <Slot.Root className={classes} {...props}>
        {children}
      </Slot.Root>
    );
  }
  return (
    <button type="button" className={classes} aria-busy={busy || undefined} {...props}>
      {busy && <Spinner />}
      {children}
    </button>
  );
}
