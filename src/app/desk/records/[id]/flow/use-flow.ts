'use client';

import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../../../../client/latchkey-context.ts';
import { useOperatorCommand } from '../../../../../client/use-operator-command.ts';

/** A hold changes by other people too: often enough to see a second person's answer soon. */
const REFRESH_MS = 4_000;

/** The flow of a record and its commands; each refreshes it once it has ended, either way. */
export function useFlow(id: string) {
  const { desk } = useTRPC();
  const query = useQuery({
    ...desk.flow.get.queryOptions({ id }),
    refetchInterval: ({ state }) => (state.data?.record.state === 'COMPLETED' ? false : REFRESH_MS),
  });
  const commands = {
    fence: useOperatorCommand(desk.flow.fence),
    takeOver: useOperatorCommand(desk.flow.takeOver),
    checkProvider: useOperatorCommand(desk.flow.checkProvider),
    lookUp: useOperatorCommand(desk.flow.lookUp),
    ask: useOperatorCommand(desk.flow.ask),
    approve: useOperatorCommand(desk.flow.approve),
    decide: useOperatorCommand(desk.flow.decide),
  };
  return { query, commands };
}

export type FlowCommands = ReturnType<typeof useFlow>['commands'];
