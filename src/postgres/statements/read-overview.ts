import type { ClientBase } from 'pg';

/** A figure computed in the background, and when. */
export type Figure = { readonly name: string; readonly value: string; readonly computedAt: Date };

const FIGURES = `
SELECT name, value, computed_at AS "computedAt" FROM public.computed_figure WHERE name = ANY($1::pg_catalog.text[])`;

/** The figures of these names; one that was never computed is absent. */
export async function readFigures(client: ClientBase, names: readonly string[]): Promise<Figure[]> {
  const { rows } = await client.query<Figure>({ name: 'latchkey_figures', text: FIGURES, values: [names] });
  return rows;
}

/** What happened within one span of time. */
export type SeriesPoint = {
  readonly at: Date;
  readonly claims: number;
  readonly replays: number;
  readonly conflicts: number;
};

// Every span is there, also one in which nothing happened: a chart that leaves it out would draw a line across it.
const SERIES = `
WITH spans AS (
  SELECT at FROM pg_catalog.generate_series(
    pg_catalog.date_bin($2::interval, public.latchkey_shown_now() - $1::interval, 'epoch') + $2::interval,
    pg_catalog.date_bin($2::interval, public.latchkey_shown_now(), 'epoch'), $2::interval) AS at
), counts AS (
  SELECT pg_catalog.date_bin($2::interval, minute, 'epoch') AS at, metric, pg_catalog.sum(count)::int AS count FROM public.statistic
  WHERE minute >= (SELECT pg_catalog.min(at) FROM spans) AND metric IN ('claims', 'replays', 'conflicts') GROUP BY 1, 2
)
SELECT spans.at,
  coalesce(pg_catalog.sum(count) FILTER (WHERE metric = 'claims'), 0)::int AS claims,
  coalesce(pg_catalog.sum(count) FILTER (WHERE metric = 'replays'), 0)::int AS replays,
  coalesce(pg_catalog.sum(count) FILTER (WHERE metric = 'conflicts'), 0)::int AS conflicts
FROM spans LEFT JOIN counts USING (at) GROUP BY spans.at ORDER BY spans.at`;

/** Claims, replays and conflicts over the last `length` by spans of `step`, both as PostgreSQL intervals, oldest first. */
export async function readSeries(client: ClientBase, length: string, step: string): Promise<SeriesPoint[]> {
  const { rows } = await client.query<SeriesPoint>({
    name: 'latchkey_series',
    text: SERIES,
    values: [length, step],
  });
  return rows;
}

/** An open record that somebody should look at. */
export type AttentionRow = {
  readonly id: string;
  readonly key: string;
  readonly procedure: string;
  readonly accountName: string | null;
  readonly kind: 'parked' | 'unknown' | 'stuck';
  readonly why: string | null;
  readonly since: Date;
  readonly externalBegan: boolean;
  readonly heldName: string | null;
  readonly isHoldIdle: boolean;
};

// Over the open records only. What a person has to decide comes before what the engine may still do by itself, what may
// have had an effect outside before what had none, and nobody is sent to what somebody else is working on.
const ATTENTION = `
SELECT r.id::pg_catalog.text, r.key, r.procedure, account.name AS "accountName",
  CASE WHEN r.parked_reason IS NOT NULL THEN 'parked' WHEN r.state = 'UNKNOWN' THEN 'unknown' ELSE 'stuck' END AS kind,
  coalesce(r.parked_reason, r.unknown_reason) AS why,
  CASE WHEN r.state = 'IN_PROGRESS' AND r.parked_reason IS NULL THEN r.lease_expires_at ELSE r.open_since END AS since,
  r.external_began AS "externalBegan", coalesce(h.held_name, r.held_by) AS "heldName",
  coalesce(h.touched_at < public.latchkey_shown_now() - interval '30 minutes', false) AS "isHoldIdle"
FROM public.idempotency_record r LEFT JOIN public.account ON account.id = r.scope LEFT JOIN public.record_hold h ON h.record_id = r.id
WHERE r.open_since IS NOT NULL
  AND (r.parked_reason IS NOT NULL OR r.state = 'UNKNOWN' OR r.lease_expires_at <= public.latchkey_shown_now())
ORDER BY (r.held_by IS NOT NULL AND NOT coalesce(h.touched_at < public.latchkey_shown_now() - interval '30 minutes', false)),
  (r.parked_reason IS NOT NULL) DESC, (r.state = 'UNKNOWN') DESC, r.external_began DESC, r.open_since, r.id
LIMIT 8`;

/** What needs attention first, at most eight. */
export async function readAttention(client: ClientBase): Promise<AttentionRow[]> {
  const { rows } = await client.query<AttentionRow>({ name: 'latchkey_attention', text: ATTENTION, values: [] });
  return rows;
}

/** A command of an operator as the overview tells it. */
export type ActionRow = {
  readonly id: string;
  readonly at: Date;
  readonly actorName: string;
  readonly role: string;
  readonly action: string;
  readonly result: 'applied' | 'refused';
  readonly refusal: string | null;
  readonly target: string;
  readonly recordId: string | null;
};

const ACTIONS = `
SELECT id::pg_catalog.text, at, actor_name AS "actorName", role, action, result, refusal, target, record_id::pg_catalog.text AS "recordId"
FROM public.audit_entry WHERE ($1::pg_catalog.text IS NULL OR actor_id = $1) ORDER BY id DESC LIMIT 8`;

/** The last commands, the latest first; only those of `actorId` unless that is null. */
export async function readActions(client: ClientBase, actorId: string | null): Promise<ActionRow[]> {
  // Without a name: of the two meanings of the parameter each is planned by itself.
  const { rows } = await client.query<ActionRow>(ACTIONS, [actorId]);
  return rows;
}
