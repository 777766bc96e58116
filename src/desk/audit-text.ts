import type { AuditValues } from './applied.ts';
import { maskJson } from './mask-json.ts';

/** Values as the audit keeps them: JSON with secrets masked; null for none. */
export const auditText = (values: AuditValues | undefined): string | null =>
  values === undefined
    ? null
    : maskJson(JSON.stringify(values, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value)))
        .text;
