'use client';

import { useMutation } from '@tanstack/react-query';
import { getUntypedClient } from '@trpc/client';
import type { DecorateMutationProcedure, ResolverDef } from '@trpc/tanstack-react-query';
import { useState } from 'react';
import { superjson } from '../idempotency/wire.ts';
import type { Failure } from './failure.ts';
import { mintKey } from './intent/mint-key.ts';
import { useLatchkey } from './latchkey-context.ts';
import { refusalOf } from './refusal-of.ts';
import { createRequestIds } from './request-ids.ts';
import { settles, whatNow } from './what-now.ts';

/** Where a command is. `failed` says what to show; with `isOpen` the same press may be repeated and has one effect. */
export type CommandState<Answer> =
  | { readonly is: 'idle' }
  | { readonly is: 'sending' }
  | { readonly is: 'done'; readonly answer: Answer; readonly requestId: string }
  | { readonly is: 'failed'; readonly failure: Failure; readonly isOpen: boolean };

export type OperatorCommand<Input, Answer> = {
  readonly state: CommandState<Answer>;
  /** Sends it; while it is on its way, nothing. Resolves when it has ended, either way. */
  readonly send: (input: Input) => Promise<CommandState<Answer>>;
  /** Back to `idle`, for a dialog that is opened anew. */
  readonly reset: () => void;
};

/**
 * A command of the desk: `useOperatorCommand(trpc.desk.conflicts.review, { onDone })`. One request id per intent, in the input
 * and as the `Idempotency-Key`: kept over double clicks and retries, new after an answer or a refusal that stands.
 */
export function useOperatorCommand<Def extends ResolverDef>(
  procedure: DecorateMutationProcedure<Def>,
  { onDone }: { readonly onDone?: (answer: Def['output'], requestId: string) => void } = {},
): OperatorCommand<Omit<Def['input'], 'requestId'>, Def['output']> {
  type Answer = Def['output'];
  const { client } = useLatchkey();
  const path = procedure.mutationKey()[0].join('.');
  const [ids] = useState(() => createRequestIds(mintKey, (input) => superjson.stringify(input)));
  const [state, setState] = useState<CommandState<Answer>>({ is: 'idle' });
  const { mutateAsync, isPending } = useMutation({
    mutationFn: async (input: object): Promise<CommandState<Answer>> => {
      const requestId = ids.idFor(input);
      try {
        const context = { idempotencyKey: requestId };
        const answer = (await getUntypedClient(client).mutation(path, { ...input, requestId }, { context })) as Answer;
        ids.settle();
        return { is: 'done', answer, requestId };
      } catch (error) {
        const failure = refusalOf(error);
        const isOver = settles(whatNow(failure));
        if (isOver) ids.settle();
        return { is: 'failed', failure, isOpen: !isOver };
      }
    },
    // Offline it fails and says so: an operator's decision must not go out by itself later.
    networkMode: 'always',
    retry: false,
  });

  return {
    state,
    send: async (input) => {
      if (isPending) return state;
      setState({ is: 'sending' });
      const ended = await mutateAsync(input);
      setState(ended);
      if (ended.is === 'done') onDone?.(ended.answer, ended.requestId);
      return ended;
    },
    reset: () => setState({ is: 'idle' }),
  };
}
