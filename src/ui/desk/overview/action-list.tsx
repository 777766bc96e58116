import Link from 'next/link';
import type { Overview } from '../../../desk/get-overview.ts';
import { Badge } from '../../badge.tsx';
import { Time } from '../../time.tsx';
import { actionText } from '../timeline-words.ts';

export type ActionListProps = Pick<Overview, 'actions' | 'isOwnOnly' | 'asOf'>;

/** The last commands of operators, the latest first. */
export const ActionList = ({ actions, isOwnOnly, asOf }: ActionListProps) => (
  <div>
    {isOwnOnly && (
      <p className="px-4 pt-3 text-[13px] text-muted sm:px-6">Your own: your role does not read the whole audit.</p>
    )}
    {actions.length === 0 ? (
      <p className="px-4 py-6 text-[13px] text-muted sm:px-6">Nothing was done yet.</p>
    ) : (
      <ol className="divide-y divide-line">
        {actions.map((action) => (
          <li key={action.id} className="flex flex-wrap items-center gap-x-2 gap-y-1 px-4 py-2.5 text-[13px] sm:px-6">
            <span className="font-medium">{actionText(action.action)}</span>
            {action.recordId ? (
              <Link
                href={`/desk/records/${action.recordId}?tab=audit#audit-${action.id}`}
                prefetch={false}
                className="rounded-sm text-accent-text underline-offset-4 hover:underline"
              >
                {action.target}
              </Link>
            ) : (
              <span className="text-muted">{action.target}</span>
            )}
            {action.result === 'refused' && <Badge tone="danger">refused: {action.refusal}</Badge>}
            <span className="ml-auto text-muted">
              {action.actorName} <Time at={action.at} asOf={asOf} />
            </span>
          </li>
        ))}
      </ol>
    )}
  </div>
);
