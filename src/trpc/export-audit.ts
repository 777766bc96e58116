import { TRPCError } from '@trpc/server';
import { auditText } from '../desk/audit-text.ts';
import { csvLine } from '../desk/csv.ts';
import { type AuditExportFilters, auditExportFilters, exportPage } from '../desk/list-audit.ts';
import { addAudit, addRefusedAudit } from '../postgres/statements/add-audit.ts';
import type { AuditFullRow } from '../postgres/statements/list-audit.ts';
import type { Runtime } from '../runtime/runtime.ts';
import { admitOperator } from './admit-operator.ts';
import { refuseForeignOrigin } from './foreign-origin.ts';
import { readDesk } from './read-desk.ts';

const ACTION = 'audit.export';
const TARGET = 'audit';

/** A thousand rows are some hundred kilobytes: one page in memory at a time, however long the export. */
const PAGE = 1_000;

/**
 * Answers a POST by a form of the audit page with a CSV of all entries under the filters of its URL, oldest first, streamed.
 * The export is an entry itself, committed before the first byte, and ends right before it.
 */
export async function answerAuditExport(runtime: Runtime, request: Request): Promise<Response> {
  const foreign = refuseForeignOrigin(request);
  if (foreign) return foreign;
  const requestId = crypto.randomUUID();
  try {
    const actor = await runtime.authenticate(request.headers);
    const admitted = await admitOperator({ actor, runtime }, { permission: 'audit:export' });
    const filters = auditExportFilters.parse(Object.fromEntries(new URL(request.url).searchParams));
    const about = {
      action: ACTION,
      target: TARGET,
      requestId,
      recordId: null,
      reason: null,
      after: auditText({ filters }),
    };
    const { pool } = runtime.database;
    if ('denial' in admitted) {
      const { id: actorId, name: actorName, role } = admitted.denial.actor;
      const row = { ...about, actorId, actorName, role, refusal: admitted.denial.reason };
      await addRefusedAudit(pool, row, { once: false });
      return plain(403, admitted.denial.message, requestId);
    }
    const { userId: actorId, name: actorName, role } = admitted.operator;
    const upTo = await addAudit(pool, { ...about, actorId, actorName, role, refusal: null });
    return csv(streamOf(runtime, filters, upTo), upTo, requestId);
  } catch (error) {
    if (error instanceof TRPCError) return plain(error.code === 'UNAUTHORIZED' ? 401 : 403, error.message, requestId);
    runtime.engine.report('An export of the audit could not be begun.', error);
    return plain(503, 'The audit could not be exported. Try again soon.', requestId);
  }
}

const HEADER = [
  'id',
  'at',
  'actor_id',
  'actor_name',
  'role',
  'action',
  'result',
  'refusal',
  'request_id',
  'target',
  'record_id',
  'reason',
  'second_actor_id',
  'evidence_id',
  'before',
  'after',
] as const;

const cellsOf = (row: AuditFullRow): (string | null)[] => [
  row.id,
  row.at.toISOString(),
  row.actorId,
  row.actorName,
  row.role,
  row.action,
  row.result,
  row.refusal,
  row.requestId,
  row.target,
  row.recordId,
  row.reason,
  row.secondActorId,
  row.evidenceId,
  row.before,
  row.after,
];

function streamOf(runtime: Runtime, filters: AuditExportFilters, upTo: string): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let after: string | undefined;
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(csvLine(HEADER))),
    // Asked when the reader has room: a slow one holds a page, and no connection.
    pull: async (controller) => {
      const rows = await readDesk({ runtime }, (snapshot) =>
        exportPage(snapshot, filters, { upTo, after, limit: PAGE }),
      );
      after = rows.at(-1)?.position;
      if (rows.length > 0) controller.enqueue(encoder.encode(rows.map((row) => csvLine(cellsOf(row))).join('')));
      if (rows.length < PAGE) controller.close();
    },
  });
}

const csv = (body: ReadableStream<Uint8Array>, id: string, requestId: string): Response =>
  new Response(body, {
    headers: {
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="latchkey-audit-${id}.csv"`,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': requestId,
    },
  });

const plain = (status: number, message: string, requestId: string): Response =>
  new Response(`${message}\n`, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', 'x-request-id': requestId },
  });
