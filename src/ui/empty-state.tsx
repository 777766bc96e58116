import type { ReactNode } from 'react';

export type EmptyStateProps = {
  readonly title: string;
  /** Why it is empty, and what would fill it. */
  readonly children?: ReactNode;
  readonly icon?: ReactNode;
  readonly action?: ReactNode;
};

/** Nothing is here, and why that is. */
export const EmptyState = ({ title, children, icon, action }: EmptyStateProps) => (
  <div className="grid justify-items-center gap-2 px-4 py-16 text-center">
    {icon && <div className="mb-2 text-muted [&_svg]:size-8 [&_svg]:stroke-[1.5]">{icon}</div>}
    <h2 className="text-base font-semibold">{title}</h2>
    {children && <div className="max-w-md text-pretty text-muted">{children}</div>}
    {action && <div className="mt-4">{action}</div>}
  </div>
);
