import { fork } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { z } from 'zod';
import type { Work } from './act.ts';

/** A request as the second process sends it again. */
export type Retry = { readonly accountId: string; readonly key: string; readonly work: Work };

export const retriedSchema = z.object({ status: z.number(), text: z.string(), replayed: z.boolean() });

export type Retried = z.output<typeof retriedSchema>;

/** Another process on the same database, which sends requests again. */
export type SecondProcess = { retry(request: Retry): Promise<Retried>; end(): Promise<void> };

/** Starts it; it ends with this process. */
export async function startSecondProcess(databaseUrl: string): Promise<SecondProcess> {
  const child = fork(resolve(import.meta.dirname, 'retrier.ts'), {
    execArgv: ['--import', 'tsx'],
    env: { PATH: process.env.PATH, NODE_ENV: 'test', DATABASE_URL: databaseUrl },
  });
  const ended = once(child, 'exit');
  await once(child, 'message');
  return {
    retry: async (request) => {
      const answered = once(child, 'message');
      child.send(request);
      return retriedSchema.parse((await answered)[0]);
    },
    end: async () => {
      child.disconnect();
      await ended;
    },
  };
}
