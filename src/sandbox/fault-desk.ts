import { z } from 'zod';
import type { Fault } from './fault.ts';
import type { FaultRule, FaultRules } from './fault-rules.ts';
import { json, type Verdict } from './http.ts';
import type { SandboxRequest } from './world.ts';

// Longer than any test's patience; whoever still waits asks again.
const WAIT_MS = 60_000;

const orderSchema = z
  .object({
    on: z.enum(['charge', 'escrow', 'charge_lookup', 'escrow_lookup']),
    do: z.enum([
      'delay',
      'hold_before',
      'hold_after',
      'drop_before',
      'drop_after',
      'error_before',
      'error_after',
      'error_stored',
      'in_use',
      'differ',
      'decline',
      'hide',
    ]),
    ms: z.number().int().min(0).max(600_000).default(0),
    key: z.string().nullable().default(null),
    times: z.number().int().min(1).nullable().default(1),
  })
  .strict();

/** A fault to order, for the next `times` requests, or until it is taken back where that is null. */
export type FaultOrder = z.input<typeof orderSchema>;

const releaseSchema = z.object({ drop: z.boolean().default(false) }).strict();

/** `/_faults`: ordering faults, waiting until they happen, and letting held requests go on. */
export async function serveFaults(rules: FaultRules, { method, url, body }: SandboxRequest): Promise<Verdict> {
  const [, , id, action] = url.pathname.split('/');
  if (id === undefined) return serveAll(rules, method, body);
  const rule = rules.find(id);
  if (!rule) return problem(404, `There is no fault ${id}.`);
  if (action === 'release' && method === 'POST') {
    const order = parse(releaseSchema, body || '{}');
    if (typeof order === 'string') return problem(400, order);
    rules.release(rule, order.drop ? 'drop' : 'go');
    return json(200, view(rule));
  }
  if (method === 'DELETE') {
    rules.remove(rule);
    return json(200, view(rule));
  }
  const until = url.searchParams.get('until');
  if (until === 'held' || until === 'hit')
    await happened(rules, () => (until === 'held' ? rule.held.size : rule.hits) > 0);
  return json(200, view(rule));
}

function serveAll(rules: FaultRules, method: string, body: string): Verdict {
  if (method === 'GET') return json(200, { faults: rules.all().map(view) });
  if (method === 'DELETE') {
    for (const rule of rules.all()) rules.remove(rule);
    return json(200, { faults: [] });
  }
  const order = parse(orderSchema, body);
  if (typeof order === 'string') return problem(400, order);
  const { on, ms, key, times } = order;
  const fault: Fault = order.do === 'delay' || order.do === 'hide' ? { do: order.do, ms } : { do: order.do };
  return json(201, view(rules.add({ on, fault, key, timesLeft: times })));
}

function happened(rules: FaultRules, yet: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      rules.events.off('change', look);
      clearTimeout(timer);
      resolve();
    };
    const look = (): void => {
      if (yet()) done();
    };
    const timer = setTimeout(done, WAIT_MS);
    rules.events.on('change', look);
    look();
  });
}

const view = ({ id, on, fault, key, timesLeft, hits, held }: FaultRule) => ({
  id,
  on,
  ...fault,
  key,
  timesLeft,
  hits,
  held: held.size,
});

const problem = (status: number, message: string): Verdict => json(status, { error: { message } });

function parse<T>(schema: z.ZodType<T>, body: string): T | string {
  try {
    const parsed = schema.safeParse(JSON.parse(body));
    return parsed.success ? parsed.data : z.prettifyError(parsed.error);
  } catch {
    return 'The body is no JSON.';
  }
}
