import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { log } from '../runtime/log.ts';
import { callProcedure } from '../testing/call-procedure.ts';
import { useShop } from '../testing/shop.ts';

const shop = useShop();

const place = async (key: string) => {
  const { apiKey } = await shop.addAccount();
  return await callProcedure(
    shop.runtime,
    'orders.place',
    { sku: await shop.addProduct(), quantity: 1 },
    { key, apiKey },
  );
};

test('a key that is the text of a missing value is refused, and nothing is run', async () => {
  for (const key of ['undefined', 'null', '[object Object]', '00000000-0000-0000-0000-000000000000']) {
    const refused = await place(key);
    expect([key, refused.status, refused.error?.data.idempotency?.reason]).toEqual([key, 400, 'key_invalid']);
    expect(refused.error?.message).toMatch(/all requests would share it/);
  }
});

test('in development a key that others may come to have is warned of once, without naming it', async () => {
  const warn = vi.spyOn(log, 'warn').mockImplementation(() => {});
  vi.stubEnv('NODE_ENV', 'development');
  onTestFinished(() => {
    vi.unstubAllEnvs();
    warn.mockRestore();
  });
  for (const key of ['click', randomUUID(), 'jane@example.com', '1', 'joe@example.com']) {
    expect((await place(key)).status).toBe(200);
  }
  expect(warn.mock.calls.map((call) => call[1])).toEqual([
    expect.stringContaining('short or made of words'),
    expect.stringContaining('e-mail address'),
  ]);
  expect(JSON.stringify(warn.mock.calls)).not.toMatch(/click|jane|joe/);
});
