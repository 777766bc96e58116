import type { ReactNode } from 'react';

export type PageHeaderProps = { readonly title: string; readonly children?: ReactNode; readonly actions?: ReactNode };

/** The page's one h1, a sentence about it, and what can be done with all of it. */
export const PageHeader = ({ title, children, actions }: PageHeaderProps) => (
  <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
    <div className="grid min-w-0 gap-1">
      <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
      {children && <div className="max-w-prose text-pretty text-muted">{children}</div>}
    </div>
    {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
  </header>
);
