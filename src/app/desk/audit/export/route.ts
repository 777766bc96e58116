import { runtime } from '../../../../runtime/instance.ts';
import { answerAuditExport } from '../../../../trpc/export-audit.ts';

export const dynamic = 'force-dynamic';

/** The audit as a CSV, for a form of the audit page. */
export const POST = (request: Request): Promise<Response> => answerAuditExport(runtime(), request);
