import type { BulkState } from '../../../postgres/statements/bulk-operation.ts';
import { Badge, type Tone } from '../../badge.tsx';

/** What each kind of bulk job does. */
export const KIND_WORDS: ReadonlyMap<string, string> = new Map([
  ['extend_retention', 'Extend retention'],
  ['purge_answers', 'Purge answers'],
  ['review_conflicts', 'Mark conflicts reviewed'],
]);

const TONES: Readonly<Record<BulkState, Tone>> = {
  preview: 'neutral',
  running: 'accent',
  done: 'success',
  aborted: 'warning',
};

/** Where a bulk job is. */
export const OperationState = ({ state }: { readonly state: BulkState }) => <Badge tone={TONES[state]}>{state}</Badge>;
