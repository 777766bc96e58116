import { expect, test } from 'vitest';
import { useDatabase } from '../database.ts';
import { runChaos } from './chaos.ts';

const database = useDatabase();

test('whatever is killed and whatever the provider does, each intent is charged once and answered', async () => {
  // A sample of the whole, which `npm run proof` runs for a minute.
  const result = await runChaos({ databaseUrl: database.url, intents: 40, lastsMs: 12_000 });
  expect(result.wrong).toEqual([]);
  expect(result).toMatchObject({ charges: 40, replaysEqual: 40 });
  // A run in which nothing was killed would prove nothing.
  expect(result.kills.web + result.kills.worker).toBeGreaterThan(0);
  expect(result.events.taken_over).toBeGreaterThan(0);
});
