import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '../../trpc/app-router.ts';

/** What `idempotency.status` may say of a key. */
export type StatusState = inferRouterOutputs<AppRouter>['idempotency']['status']['state'] | 'parked';

/**
 * Why an intent asks for its status before it is sent: its answer may be gone by now, or the last answer was that nobody
 * knows the outcome. `no` where the server is certain to know the key, or a person took it upon them.
 */
export type AskFirst = 'no' | 'old' | 'outcome_open';

/**
 * What follows from the status. A known record answers without running twice, so `send`. Of a key so old that its record
 * may have been forgotten, `not_found` proves nothing: sending it could run it again, so `ask_person`.
 */
export function maySend(state: StatusState, why: Exclude<AskFirst, 'no'>): 'send' | 'wait' | 'ask_person' {
  switch (state) {
    case 'completed':
    case 'in_progress':
    case 'expired':
      return 'send';
    case 'not_found':
      return why === 'old' ? 'ask_person' : 'send';
    case 'unknown':
    case 'parked':
      return 'wait';
  }
}
