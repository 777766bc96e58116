import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { CopyText } from './copy-text.tsx';

export type ErrorStateProps = {
  readonly title: string;
  /** What happened and what to do, in sentences. */
  readonly children: ReactNode;
  /** The `x-request-id` of the answer: finds the line in the server's log. */
  readonly requestId?: string | undefined;
  readonly action?: ReactNode;
  /** `h1` where the page has no other heading. */
  readonly heading?: 'h1' | 'h2';
};

/** Something failed: what, what to do, and the id to quote when asking for help. */
export const ErrorState = ({ title, children, requestId, action, heading: Heading = 'h2' }: ErrorStateProps) => (
  <div role="alert" className="grid justify-items-center gap-2 px-4 py-16 text-center">
    <TriangleAlert aria-hidden className="mb-2 size-8 stroke-[1.5] text-danger-text" />
    <Heading className="text-base font-semibold">{title}</Heading>
    <div className="max-w-md text-pretty text-muted">{children}</div>
    {requestId && (
      <p className="mt-2 flex flex-wrap items-center justify-center gap-x-2 text-[13px] text-muted">
        Request <CopyText text={requestId} label="Copy request id" />
      </p>
    )}
    {action && <div className="mt-4">{action}</div>}
  </div>
);
