import { TRPCClientError } from '@trpc/client';
import { expect, test } from 'vitest';
import type { Reason } from '../../idempotency/reason.ts';
import type { KeyedContext } from '../operation.ts';
import type { StatusState } from './may-send.ts';
import { memoryStorage } from './memory-storage.ts';
import { mintKey } from './mint-key.ts';
import { IntentSession } from './session.ts';

const HOUR_MS = 3_600_000;
const slot = { account: 'acme', procedure: 'orders.place', name: 'tea-01' };

type Sent = { readonly input: unknown; readonly context: KeyedContext; readonly keptBefore: boolean };

/** A tab: its storage outlives its pages, and each `page()` is a load. `answers` are given to the sends, one each. */
function tab({ status = 'not_found' as StatusState } = {}) {
  const storage = memoryStorage();
  const sent: Sent[] = [];
  const asked: string[] = [];
  const answers: (() => unknown)[] = [];
  const clock = { nowMs: 0 };
  const page = (of = slot) =>
    new IntentSession<unknown>(of, {
      storage,
      send: async (input, context) => {
        sent.push({ input, context, keptBefore: storage.length > 0 });
        context.onAttempt?.((context.attemptsBefore ?? 0) + 1);
        const answer = answers.shift();
        return answer ? answer() : await new Promise(() => {});
      },
      askStatus: async (key) => {
        asked.push(key);
        return status;
      },
      nowMs: () => clock.nowMs,
      mintKey,
      answerRetentionMs: 72 * HOUR_MS,
    });
  return {
    storage,
    sent,
    asked,
    answers,
    clock,
    page,
    keys: () => new Set(sent.map(({ context }) => context.idempotencyKey)),
  };
}

const fail = (error: Error) => () => {
  throw error;
};
const lost = () => TRPCClientError.from(new TypeError('Failed to fetch'));
const refusedFor = (reason: Reason) =>
  TRPCClientError.from({
    error: { code: -32000, message: reason, data: { code: 'CONFLICT', httpStatus: 409, idempotency: { reason } } },
  });
const soldOut = () =>
  TRPCClientError.from({
    error: {
      code: -32009,
      message: 'gone',
      data: { code: 'CONFLICT', httpStatus: 409, refusal: { code: 'sold_out' } },
    },
  });

test('an intent is kept in the tab before its first send', () => {
  const { page, sent } = tab();
  const session = page();
  session.submit({ quantity: 1 });
  void session.send();
  expect(sent.map(({ keptBefore }) => keptBefore)).toEqual([true]);
});

test('a second press while the first is under way sends nothing', () => {
  const { page, sent } = tab();
  const session = page();
  expect(session.submit({ quantity: 1 })).toBe(true);
  void session.send();
  expect(session.submit({ quantity: 1 })).toBe(false);
  void session.send();
  expect(sent).toHaveLength(1);
});

test('after a lost answer and a reload the page sends the same input, with all its types, under the same key', async () => {
  const { page, sent, answers, keys } = tab();
  answers.push(fail(lost()), () => 'placed');
  const input = { quantity: 1, at: new Date(0), total: 10n, tags: new Set(['a']) };
  const first = page();
  first.submit(input);
  await first.send();
  const second = page();
  expect(second.restore()).toBe(true);
  await second.send();
  expect(second.state()).toMatchObject({ phase: 'succeeded', answer: 'placed' });
  expect(keys().size).toBe(1);
  expect(sent.map((call) => call.input)).toEqual([input, input]);
  expect(sent.map(({ context }) => context.attemptsBefore)).toEqual([0, 1]);
});

test('a page whose effects run twice, as in React’s strict mode, resends the pending intent once', async () => {
  const { page, sent, answers, keys } = tab();
  answers.push(fail(lost()), () => 'placed');
  const first = page();
  first.submit({ quantity: 1 });
  await first.send();
  const second = page();
  const mount = async () => {
    if (second.restore()) await second.send();
  };
  await Promise.all([mount(), mount()]);
  expect(sent).toHaveLength(2);
  expect(keys().size).toBe(1);
  expect(second.state()).toMatchObject({ phase: 'succeeded', answer: 'placed' });
});

test('an edited form sends the open intent as it was, until that is settled; only then is there another key', async () => {
  const { page, sent, answers, keys } = tab();
  answers.push(fail(lost()), fail(soldOut()), () => 'placed');
  const session = page();
  session.submit({ quantity: 3 });
  await session.send();
  session.submit({ quantity: 1 });
  await session.send();
  expect(sent.map((call) => call.input)).toEqual([{ quantity: 3 }, { quantity: 3 }]);
  expect(keys().size).toBe(1);
  session.submit({ quantity: 1 });
  await session.send();
  expect(sent.at(-1)?.input).toEqual({ quantity: 1 });
  expect(keys().size).toBe(2);
});

test.each<[string, () => Error, boolean]>([
  ['a lost answer', lost, true],
  ['an unknown outcome', () => refusedFor('outcome_unknown'), true],
  ['a server that is not available', () => refusedFor('unavailable'), true],
  ['a key conflict', () => refusedFor('key_conflict'), false],
  ['an expired key', () => refusedFor('key_expired'), false],
  ['a purged answer', () => refusedFor('answer_purged'), false],
  ['a final refusal', soldOut, false],
])('after %s a reload finds an intent to send: %s', async (_, error, isKept) => {
  const { page, answers } = tab();
  answers.push(fail((error as () => Error)()));
  const session = page();
  session.submit({});
  await session.send();
  expect(page().restore()).toBe(isKept);
});

test('the intent of another account is not sent, and waits for its own', async () => {
  const { page, answers, keys } = tab();
  answers.push(fail(lost()), () => 'placed');
  const acme = page();
  acme.submit({});
  await acme.send();
  const globex = page({ ...slot, account: 'globex' });
  expect(globex.restore()).toBe(false);
  expect(globex.hasForeign()).toBe(true);
  const again = page();
  expect(again.restore()).toBe(true);
  await again.send();
  expect(keys().size).toBe(1);
});

test('an intent older than its answer is kept asks first, and is not sent when nothing is known of it', async () => {
  const { page, answers, clock, sent, asked } = tab({ status: 'not_found' });
  answers.push(fail(lost()), () => 'placed');
  const first = page();
  first.submit({});
  await first.send();
  clock.nowMs = 73 * HOUR_MS;
  const second = page();
  second.restore();
  await second.send();
  expect(asked).toHaveLength(1);
  expect(sent).toHaveLength(1);
  expect(second.state().phase).toBe('forgotten');
  second.sendAgain();
  await second.send();
  expect(sent).toHaveLength(2);
});

test('an old intent whose record is known is sent, for its answer', async () => {
  const { page, answers, clock, asked } = tab({ status: 'completed' });
  answers.push(fail(lost()), () => 'placed');
  const first = page();
  first.submit({});
  await first.send();
  clock.nowMs = 73 * HOUR_MS;
  const second = page();
  second.restore();
  await second.send();
  expect(asked).toHaveLength(1);
  expect(second.state()).toMatchObject({ phase: 'succeeded', answer: 'placed' });
});

test('while an outcome is unknown, pressing again asks and does not send', async () => {
  const { page, answers, sent, asked } = tab({ status: 'unknown' });
  answers.push(fail(refusedFor('outcome_unknown')));
  const session = page();
  session.submit({});
  await session.send();
  session.sendAgain();
  await session.send();
  expect(asked).toHaveLength(1);
  expect(sent).toHaveLength(1);
  expect(session.state().phase).toBe('open');
});

test('an input that would not survive a reload is refused before a key is made', () => {
  const { page, storage } = tab();
  expect(() => page().submit({ file: new Blob(['a']) })).toThrow(/does not survive a reload/);
  expect(storage.length).toBe(0);
});

test.each(['not json', '{}', '{"version":2}', 'null'])('a kept text that is not ours (%s) is no intent', (text) => {
  const { page, storage } = tab();
  page().submit({});
  storage.setItem(storage.key(0) ?? '', text);
  expect(page().restore()).toBe(false);
});

test('a browser without randomUUID gets version 4 keys too', () => {
  const key = mintKey({ getRandomValues: crypto.getRandomValues.bind(crypto) });
  expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});
