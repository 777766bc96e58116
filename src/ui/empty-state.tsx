import type { ReactNode } from 'react';

export type EmptyStateProps = {
  readonly title: string;
  /** Why it is empty, and what would fill it. */
  readonly children?: ReactNode;
  readonly icon?: ReactNode;
  readonly action?: ReactNode;
  /** `h1` where the page has no other heading. */
  readonly heading?: 'h1' | 'h2';
};

/** Nothing is here, and why that is. */
export const EmptyState = ({ title, children, icon, action, heading: Heading = 'h2' }: EmptyStateProps) => (
  <div className="grid justify-items-center gap-2 px-4 py-16 text-center">
    {icon && <div className="mb-2 text-muted [&_svg]:size-8 [&_svg]:stroke-[1.5]">{icon}</div>}
    <Heading className="text-base font-semibold">{title}</Heading>
    {children && <div className="max-w-md text-pretty text-muted">{children}</div>}
    {action && <div className="mt-4">{action}</div>}
  </div>
);
