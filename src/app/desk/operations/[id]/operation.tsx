'use client';

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC } from '../../../../client/latchkey-context.ts';
import { useKeepUp } from '../../../../client/use-keep-up.ts';
import { useOperatorCommand } from '../../../../client/use-operator-command.ts';
import type { BulkKind } from '../../../../desk/bulk/kinds.ts';
import { Button } from '../../../../ui/button.tsx';
import { Card } from '../../../../ui/card.tsx';
import { ConfirmCommand } from '../../../../ui/desk/confirm-command.tsx';
import { useDesk, whyNot } from '../../../../ui/desk/desk-context.tsx';
import { ItemTable } from '../../../../ui/desk/list/item-table.tsx';
import { OperationFacts } from '../../../../ui/desk/list/operation-facts.tsx';
import { KIND_WORDS } from '../../../../ui/desk/list/operation-words.tsx';
import { ListSkeleton } from '../../../../ui/list-skeleton.tsx';
import { PageHeader } from '../../../../ui/page-header.tsx';
import { QueryFailure } from '../../query-failure.tsx';

/** A job that runs is looked at every two seconds; the worker does some dozens of items in that time. */
const RUNNING_MS = 2_000;

/** Shortest reason, as everywhere. */
const MIN_REASON = 15;

/** One bulk job: its preview, its start, its progress with a result per item, and its abort. */
export function Operation({ id }: { readonly id: string }) {
  const trpc = useTRPC();
  const desk = useDesk();
  const [dialog, setDialog] = useState<'start' | 'abort' | null>(null);
  const [after, setAfter] = useState<readonly string[]>([]);
  const isLive = (state: string | undefined) => (state === 'running' ? RUNNING_MS : false);
  const job = useQuery({
    ...trpc.desk.operations.get.queryOptions({ id }),
    refetchInterval: ({ state }) => isLive(state.data?.operation.state),
  });
  const operation = job.data?.operation;
  const items = useQuery({
    ...trpc.desk.operations.items.queryOptions({ id, limit: 50, after: after.at(-1) }),
    placeholderData: keepPreviousData,
    refetchInterval: isLive(operation?.state),
  });
  useKeepUp(operation?.state, items);
  const onDone = () => {
    setDialog(null);
    void job.refetch();
    void items.refetch();
  };
  const start = useOperatorCommand(trpc.desk.operations.start, { onDone });
  const abort = useOperatorCommand(trpc.desk.operations.abort, { onDone });
  if (!operation || !job.data) {
    return (
      <Card>
        {job.error ? (
          <QueryFailure
            what="The operation"
            error={job.error}
            isBusy={job.isFetching}
            onRetry={() => void job.refetch()}
          />
        ) : (
          <ListSkeleton />
        )}
      </Card>
    );
  }
  const kind = KIND_WORDS.get(operation.kind) ?? operation.kind;
  const lacking = whyNot(desk, 'operations:run');
  const notMine =
    operation.actorId === desk.operatorId ? null : `${operation.actorName} made this preview, and only they start it.`;
  const isOpen = operation.state === 'preview' || operation.state === 'running';
  const close = (command: { reset: () => void }) => (isShown: boolean) => {
    if (isShown) return;
    setDialog(null);
    command.reset();
  };
  const failureOf = (command: typeof start | typeof abort) =>
    command.state.is === 'failed' ? command.state.failure : null;
  const lookAgain = () => {
    setDialog(null);
    void job.refetch();
  };
  return (
    <>
      <PageHeader
        title={`Operation #${id}`}
        actions={
          isOpen && (
            <>
              <Button
                look="secondary"
                disabled={lacking !== null}
                title={lacking ?? undefined}
                onClick={() => setDialog('abort')}
              >
                {operation.state === 'preview' ? 'Discard preview' : 'Abort'}
              </Button>
              {operation.state === 'preview' && (
                <Button
                  disabled={(lacking ?? notMine) !== null}
                  title={lacking ?? notMine ?? undefined}
                  onClick={() => setDialog('start')}
                >
                  Start
                </Button>
              )}
            </>
          )
        }
      >
        {kind}
        {operation.state === 'preview' && ': a preview. Nothing has been done yet.'}
      </PageHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <OperationFacts operation={operation} asOf={job.data.asOf} isStale={job.isError || items.isError} />
        <Card>
          {items.data ? (
            <ItemTable
              items={items.data.rows}
              asOf={items.data.asOf}
              of={operation.kind === 'review_conflicts' ? 'conflict' : 'record'}
              onPrevious={after.length > 0 ? () => setAfter(after.slice(0, -1)) : null}
              onNext={items.data.next ? () => setAfter([...after, items.data.next ?? '']) : null}
            />
          ) : items.error ? (
            <QueryFailure
              what="The items"
              error={items.error}
              isBusy={items.isFetching}
              onRetry={() => void items.refetch()}
            />
          ) : (
            <ListSkeleton />
          )}
        </Card>
      </div>
      <ConfirmCommand
        isOpen={dialog === 'start'}
        onOpenChange={close(start)}
        verb="Start"
        object={`operation #${id}`}
        isSevere
        minReasonLength={MIN_REASON}
        isSending={start.state.is === 'sending'}
        failure={failureOf(start)}
        returnTo={`/desk/operations/${id}`}
        onLookAgain={lookAgain}
        onConfirm={(reason) =>
          void start.send({ id, kind: operation.kind as BulkKind, seenTotal: operation.total, reason })
        }
      >
        <p>
          {kind}: {operation.total.toLocaleString('en')} {operation.total === 1 ? 'item' : 'items'}, one after another,
          each with an audit entry of its own. What has changed since is skipped and says why.
        </p>
      </ConfirmCommand>
      <ConfirmCommand
        isOpen={dialog === 'abort'}
        onOpenChange={close(abort)}
        verb="Abort"
        object={`operation #${id}`}
        minReasonLength={MIN_REASON}
        isSending={abort.state.is === 'sending'}
        failure={failureOf(abort)}
        returnTo={`/desk/operations/${id}`}
        onLookAgain={lookAgain}
        onConfirm={(reason) => void abort.send({ id, reason })}
      >
        <p>What is done stays done. Nothing more is done after this.</p>
      </ConfirmCommand>
    </>
  );
}
