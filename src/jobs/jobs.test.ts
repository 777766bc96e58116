import { expect, test } from 'vitest';
import { useShop } from '../testing/shop.ts';
import { jobsOf } from './jobs.ts';

const shop = useShop();

test('a job that did its round says so in the metrics of every process, with what waits for it', async () => {
  const [completer] = jobsOf(shop.runtime, 1_000);
  await completer?.round(new AbortController().signal);
  const text = await shop.runtime.metrics.text();
  expect(text).toMatch(/latchkey_job_last_success_timestamp_seconds\{job="completer"\} 1\d{9}/);
  expect(text).not.toContain('latchkey_job_last_success_timestamp_seconds{job="reaper"}');
  for (const job of ['completer', 'watch', 'bulk', 'statistics', 'duplicates'])
    expect(text).toContain(`latchkey_job_backlog{job="${job}"} 0`);
});
