import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { makeQueryClient } from '../../../../client/query-client.ts';
import { bigintText } from '../../../../desk/bigint-text.ts';
import { pageQueries } from '../../../../trpc/page.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Card, CardBody, CardHeader, CardTitle } from '../../../../ui/card.tsx';
import { CopyText } from '../../../../ui/copy-text.tsx';
import { Facts } from '../../../../ui/desk/facts.tsx';
import { Page } from '../../../../ui/page.tsx';
import { PageHeader } from '../../../../ui/page-header.tsx';
import { Time } from '../../../../ui/time.tsx';
import { requireOperator } from '../../operator.ts';

export const metadata: Metadata = { title: 'Audit entry' };

/** One entry: who did what, why, what it changed, and the evidence it rests on. */
export default async function AuditEntryPage({ params }: { readonly params: Promise<{ id: string }> }) {
  const { id } = await params;
  await requireOperator('audit:read', `/desk/audit/${id}`);
  if (!bigintText.safeParse(id).success) notFound();
  const client = makeQueryClient();
  const found = await client.fetchQuery(pageQueries(client).desk.audit.get.queryOptions({ id }));
  const { entry, asOf } = found;
  return (
    <Page className="max-w-none py-6">
      <PageHeader title={`Audit entry #${entry.id}`}>
        <span className="font-mono text-[13px]">{entry.action}</span> by {entry.actorName} ({entry.role})
      </PageHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <Card>
          <CardHeader>
            <CardTitle>What happened</CardTitle>
            {entry.result === 'applied' ? (
              <Badge tone="success">applied</Badge>
            ) : (
              <Badge tone="danger">denied: {entry.refusal}</Badge>
            )}
          </CardHeader>
          <CardBody>
            <Facts
              facts={[
                { name: 'When', value: <Time at={entry.at} asOf={asOf} show="both" /> },
                {
                  name: 'Who',
                  value: (
                    <>
                      {entry.actorName} <CopyText text={entry.actorId} label="Copy operator id" />
                    </>
                  ),
                },
                {
                  name: 'Target',
                  value: entry.recordId ? (
                    <Link
                      href={`/desk/records/${entry.recordId}`}
                      prefetch={false}
                      className="text-accent-text underline"
                    >
                      Record #{entry.recordId}
                    </Link>
                  ) : (
                    <CopyText text={entry.target} label="Copy target" />
                  ),
                },
                { name: 'Reason', value: entry.reason ?? 'none was asked for' },
                { name: 'Second person', value: entry.secondActorName ?? entry.secondActorId ?? 'none' },
                { name: 'Request', value: <CopyText text={entry.requestId} label="Copy request id" /> },
              ]}
            />
          </CardBody>
        </Card>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-2">
          <Values title="Before" text={entry.before} />
          <Values title="After" text={entry.after} />
        </div>
        {entry.evidence && (
          <Card>
            <CardHeader>
              <CardTitle>Evidence #{entry.evidenceId}</CardTitle>
            </CardHeader>
            <CardBody>
              <Facts
                facts={Object.entries(entry.evidence).map(([name, value]) => ({
                  name: EVIDENCE_WORDS.get(name) ?? name,
                  value: value instanceof Date ? <Time at={value} asOf={asOf} show="both" /> : String(value ?? 'none'),
                }))}
              />
            </CardBody>
          </Card>
        )}
      </div>
    </Page>
  );
}

const EVIDENCE_WORDS: ReadonlyMap<string, string> = new Map([
  ['id', 'Evidence'],
  ['step', 'Step'],
  ['weight', 'Weight'],
  ['result', 'Result'],
  ['provider', 'Provider'],
  ['operation', 'Operation'],
  ['providerId', 'Provider id'],
  ['failureCode', 'Failure'],
  ['detail', 'Detail'],
  ['takenAt', 'Taken'],
]);

const Values = ({ title, text }: { readonly title: string; readonly text: string | null }) => (
  <Card>
    <CardHeader>
      <CardTitle>{title}</CardTitle>
    </CardHeader>
    <CardBody>
      {text === null ? (
        <p className="text-muted">Nothing is noted.</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        <pre tabIndex={0} className="max-h-96 overflow-auto font-mono text-xs break-words whitespace-pre-wrap">
          {text}
        </pre>
      )}
    </CardBody>
  </Card>
);
