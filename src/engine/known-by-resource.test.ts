import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refuse } from '../idempotency/refusal.ts';
import { keyed, openEngine, run, type TestEngine } from '../testing/engine.ts';
import { phasedDefinition, phasedRequest } from '../testing/phased-record.ts';
import { useShop } from '../testing/shop.ts';
import { runPhased } from './phased/run-phased.ts';

const shop = useShop();
let engine: TestEngine;
beforeAll(() => {
  engine = openEngine(shop.url);
});
afterAll(() => engine.close());

const subjectOf = async (key: string) => {
  const { rows } = await shop.observer.query(
    'SELECT state, subject_type, subject_id FROM idempotency_record WHERE key = $1',
    [key],
  );
  return rows[0];
};

test.each<[string, () => Promise<unknown>]>([
  ['a success', async () => 'done'],
  ['a refusal', async () => refuse('no', 409, 'No.')],
])('%s of a transactional run is stored with what its request is about', async (_what, work) => {
  const request = { ...keyed(), resource: { type: 'order', id: randomUUID() } };
  await run(engine, request, work);
  expect(await subjectOf(request.key)).toEqual({
    state: 'COMPLETED',
    subject_type: 'order',
    subject_id: request.resource.id,
  });
});

test('a phased run is known by what its input is about from its claim on', async () => {
  const [request, id] = [phasedRequest(), randomUUID()];
  let seen: unknown;
  const definition = {
    ...phasedDefinition((steps) => steps.finish(async () => 'done')),
    resource: (input: unknown) => ({ type: 'thing', id: (input as { id: string }).id }),
    run: async (steps: Parameters<ReturnType<typeof phasedDefinition>['run']>[0]) => {
      seen = await subjectOf(request.key);
      return await steps.finish(async () => 'done');
    },
  };
  await runPhased(engine, request, { definition, input: { id } });
  expect(seen).toEqual({ state: 'IN_PROGRESS', subject_type: 'thing', subject_id: id });
});
