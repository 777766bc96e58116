import type { AccountId } from '../../shop/account.ts';
import { callProcedureAs } from '../call-procedure.ts';
import { smallRuntime } from './runtime.ts';
import { type Retry, retriedSchema } from './second-process.ts';
import { workRouter } from './work-router.ts';

// A process of its own that sends the same request again, as a client's retry that meets another server.
const runtime = smallRuntime(process.env.DATABASE_URL ?? '', 2);
const router = workRouter(async () => {
  throw new Error('This process nests nothing.');
});

process.on('disconnect', () => process.exit(0));
process.on('message', (message: Retry) => {
  const { accountId, key, work } = message;
  const actor = {
    kind: 'account',
    accountId: accountId as AccountId,
    caller: 'api-key:retrier',
    name: 'retrier',
  } as const;
  void callProcedureAs({ runtime, actor }, 'work', work, { key, router }).then(({ status, text, replayed }) =>
    process.send?.(retriedSchema.parse({ status, text, replayed })),
  );
});
process.send?.('ready');
