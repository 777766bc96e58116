import type { RecordAudit } from '../../desk/get-record-audit.ts';
import { Badge } from '../badge.tsx';
import { CopyText } from '../copy-text.tsx';
import { Time } from '../time.tsx';
import { Facts } from './facts.tsx';
import { JsonViewer } from './json-viewer/json-viewer.tsx';
import { actionText } from './timeline-words.ts';

export type RecordAuditPanelProps = { readonly audit: RecordAudit };

/** What operators did and were refused on this record, the latest first. */
export const RecordAuditPanel = ({ audit: { entries, hasMore, isOwnOnly, asOf } }: RecordAuditPanelProps) => (
  <div className="grid gap-4">
    {isOwnOnly && (
      <p className="text-[13px] text-muted">Only your own entries: your role does not read the whole audit.</p>
    )}
    {entries.length === 0 && <p className="text-[13px] text-muted">Nothing was done to this record at the desk.</p>}
    {entries.map((entry) => (
      <article
        key={entry.id}
        id={`audit-${entry.id}`}
        className="grid scroll-mt-20 gap-3 border-t border-line pt-4 first:border-0 first:pt-0"
      >
        <div className="flex flex-wrap items-center gap-2">
          <h3 className="text-[13px] font-medium">
            #{entry.id} {actionText(entry.action)}
          </h3>
          <Badge tone={entry.result === 'applied' ? 'success' : 'danger'}>
            {entry.result === 'applied' ? 'applied' : `refused: ${entry.refusal}`}
          </Badge>
        </div>
        <Facts
          facts={[
            { name: 'By', value: `${entry.actorName} (${entry.role})` },
            ...(entry.secondActorName ? [{ name: 'Second person', value: entry.secondActorName }] : []),
            { name: 'At', value: <Time at={entry.at} asOf={asOf} show="both" /> },
            { name: 'Reason', value: entry.reason ?? 'none asked for' },
            ...(entry.evidenceId
              ? [
                  {
                    name: 'Evidence',
                    value: (
                      <a href={`?tab=calls#evidence-${entry.evidenceId}`} className="text-accent-text hover:underline">
                        #{entry.evidenceId}
                      </a>
                    ),
                  },
                ]
              : []),
            { name: 'Request', value: <CopyText text={entry.requestId} label="Copy request id" /> },
          ]}
        />
        {entry.before && <JsonViewer text={entry.before} label={`Before entry ${entry.id}`} copyLabel="Copy before" />}
        {entry.after && <JsonViewer text={entry.after} label={`After entry ${entry.id}`} copyLabel="Copy after" />}
      </article>
    ))}
    {hasMore && <p className="text-[13px] text-muted">Older entries are on the audit page.</p>}
  </div>
);
