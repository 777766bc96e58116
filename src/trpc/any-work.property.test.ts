import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Runtime } from '../runtime/runtime.ts';
import { anyWork, type Work } from '../testing/any-work/act.ts';
import { EVIL_SCHEMA } from '../testing/any-work/evil-schema.ts';
import { smallRuntime } from '../testing/any-work/runtime.ts';
import { type SecondProcess, startSecondProcess } from '../testing/any-work/second-process.ts';
import { sessionsOf } from '../testing/any-work/sessions.ts';
import { workRouter } from '../testing/any-work/work-router.ts';
import { type Answer, callProcedureAs } from '../testing/call-procedure.ts';
import { violatedInvariants } from '../testing/invariants.ts';
import { type TestAccount, useShop } from '../testing/shop.ts';

/** Two sessions: each is met again by the next work, and a nested run could have one of its own. */
const POOL = 2;
/** Works of one run of the tests; the proof takes many more. */
const WORKS = Number(process.env.ANY_WORKS ?? 100);
/** A work is three requests and two looks at all sessions: a tenth of a second, and a third of one on a busy machine. */
const LIMIT_MS = 60_000 + WORKS * 1_000;

const shop = useShop();
let runtime: Runtime;
let account: TestAccount;
let second: SecondProcess;
let asNew: string[];

beforeAll(async () => {
  await shop.observer.query(EVIL_SCHEMA);
  account = await shop.addAccount();
  runtime = smallRuntime(shop.url, POOL);
  second = await startSecondProcess(shop.url);
  asNew = await sessionsOf(runtime.database.pool, POOL);
});
afterAll(async () => {
  await second.end();
  await runtime.close();
});

const actor = () => ({ kind: 'account', accountId: account.accountId, caller: 'api-key:test', name: 'test' }) as const;

const call = (key: string, work: Work): Promise<Answer> =>
  callProcedureAs({ runtime, actor: actor() }, 'work', work, {
    key,
    router: workRouter((nested, sameKey) =>
      callProcedureAs({ runtime, actor: actor() }, 'work', nested, {
        key: sameKey ? key : `${key}-nested`,
        router: workRouter(async () => {}),
      }),
    ),
  });

/** How often the effects of a work stand: by how many runs they were made, and how many articles are gone. */
const effectsOf = async ({ name, sku }: Work) => {
  const { rows } = await shop.observer.query<{ run: string; rows: string }>(
    'SELECT run, count(*) AS rows FROM public.effect WHERE name = $1 GROUP BY run',
    [name],
  );
  return { runs: rows.length, rows: Number(rows[0]?.rows ?? 0), taken: 100 - (await shop.stockOf(sku)) };
};

const recordOf = async (key: string) => {
  const { rows } = await shop.observer.query<{ state: string; outcome: string | null }>(
    'SELECT state, outcome FROM public.idempotency_record WHERE scope = $1 AND key = $2',
    [account.accountId, key],
  );
  return rows;
};

/** What a work means to do, if it runs to its end undisturbed. */
const meant = ({ acts }: Work) => {
  const effects = acts.filter((act) => act.do === 'effect');
  const added = acts.filter((act) => act.do === 'change_input').length;
  return { rows: effects.length + added, taken: effects.filter((effect) => effect.by === 'model').length };
};

/** Whether it asks to lose some of its own writes. */
const goesBack = ({ acts }: Work): boolean => /ROLLBACK (WORK |TRANSACTION )?TO/.test(JSON.stringify(acts));

test(
  'whatever a work does, it takes effect once with its record, or not at all and says so; and no later caller sees its session',
  async () => {
    await fc.assert(
      fc.asyncProperty(anyWork, async (drawn) => {
        const key = randomUUID();
        const work: Work = { ...drawn, name: key, sku: await shop.addProduct(100) };
        const first = await call(key, work);
        expect(await sessionsOf(runtime.database.pool, POOL)).toEqual(asNew);
        const retried = await second.retry({ accountId: account.accountId, key, work });
        const again = await call(key, work);
        expect(await sessionsOf(runtime.database.pool, POOL)).toEqual(asNew);

        const records = await recordOf(key);
        const { runs, rows, taken } = await effectsOf(work);
        expect(records.length).toBeLessThanOrEqual(1);
        expect(await recordOf(`${key}-nested`)).toEqual([]);
        expect([200, 404, 409, 500, 503]).toContain(first.status);
        const [record] = records;
        if (record?.outcome === 'success') {
          expect(runs).toBeLessThanOrEqual(1);
          if (goesBack(work)) expect(rows).toBeLessThanOrEqual(meant(work).rows);
          else expect({ rows, taken }).toEqual(meant(work));
          // Whoever is answered is answered alike.
          for (const answer of [first, retried, again].filter(({ status }) => status === 200)) {
            expect(answer.text).toBe(again.text);
          }
          expect([retried.replayed || first.status !== 200, again.replayed]).toEqual([true, true]);
        } else {
          expect({ runs, taken }).toEqual({ runs: 0, taken: 0 });
          expect([first.status, retried.status, again.status]).not.toContain(200);
        }
      }),
      { numRuns: WORKS, endOnFailure: true },
    );
    expect(await violatedInvariants(shop.url, { stock: {} })).toEqual([]);
  },
  LIMIT_MS,
);
