'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { usePathname } from 'next/navigation';
import { useCallback, useState } from 'react';
import { toast } from 'sonner';
import { useTRPC } from '../../../../client/latchkey-context.ts';
import { type CommandState, useOperatorCommand } from '../../../../client/use-operator-command.ts';
import type { RecordPageData } from '../../../../desk/get-record.ts';
import { ActionButton } from '../../../../ui/desk/record-actions/action-button.tsx';
import type { ActionState } from '../../../../ui/desk/record-actions/action-state.ts';
import { ExtendDialog } from '../../../../ui/desk/record-actions/extend-dialog.tsx';
import { PurgeDialog } from '../../../../ui/desk/record-actions/purge-dialog.tsx';
import { RevealDialog } from '../../../../ui/desk/record-actions/reveal-dialog.tsx';
import { RevealedPanel } from '../../../../ui/desk/record-actions/revealed-panel.tsx';

export type RecordCommandsProps = {
  readonly record: RecordPageData['record'];
  readonly asOf: Date;
  /** Reads the page anew after a command, or when it is stale. */
  readonly onRefresh: () => void;
  /** Told of the act that opened the answer, to show it with `RevealedAnswer`. */
  readonly onRevealed: (requestId: string) => void;
};

type Open = 'extend' | 'purge' | 'reveal' | null;

/** Extend, purge and reveal for one record: buttons, dialogs, and what they send. */
export function RecordCommands({ record, asOf, onRefresh, onRevealed }: RecordCommandsProps) {
  const { desk } = useTRPC();
  const pathname = usePathname();
  const [open, setOpen] = useState<Open>(null);
  const done = (sentence: string) => {
    setOpen(null);
    toast.success(sentence);
    onRefresh();
  };
  const extend = useOperatorCommand(desk.records.extendRetention, {
    onDone: () => done(`Record #${record.id} is kept longer.`),
  });
  const purge = useOperatorCommand(desk.records.purgeAnswer, {
    onDone: () => done(`The answer of record #${record.id} is purged.`),
  });
  const reveal = useOperatorCommand(desk.records.revealAnswer, {
    onDone: (_answer, requestId) => {
      setOpen(null);
      onRevealed(requestId);
    },
  });
  const begin = (which: Exclude<Open, null>) => {
    for (const command of [extend, purge, reveal]) command.reset();
    setOpen(which);
  };
  const dialog = (which: Open, state: CommandState<unknown>): ActionState & Dialog => ({
    isOpen: open === which,
    onOpenChange: (isOpen) => setOpen(isOpen ? which : null),
    isSending: state.is === 'sending',
    failure: state.is === 'failed' ? state.failure : null,
    returnTo: pathname,
    onLookAgain: () => {
      setOpen(null);
      onRefresh();
    },
  });
  const { id, keyExpiresAt, answerKept } = record;
  const notCompleted = record.state === 'COMPLETED' ? null : 'It has no outcome yet.';
  const noAnswer = notCompleted ?? (answerKept === 'full' ? null : 'No answer is kept.');
  return (
    <>
      <ActionButton permission="answers:reveal" notNow={noAnswer} onPress={() => begin('reveal')}>
        Reveal the answer
      </ActionButton>
      <ActionButton permission="retention:extend" notNow={notCompleted} onPress={() => begin('extend')}>
        Extend the retention
      </ActionButton>
      <ActionButton permission="answers:purge" notNow={noAnswer} onPress={() => begin('purge')}>
        Purge the answer
      </ActionButton>
      <RevealDialog
        {...dialog('reveal', reveal.state)}
        recordId={id}
        onConfirm={({ reason }) => void reveal.send({ id, reason })}
      />
      {keyExpiresAt && (
        <ExtendDialog
          {...dialog('extend', extend.state)}
          recordId={id}
          keyExpiresAt={keyExpiresAt}
          asOf={asOf}
          onConfirm={(input) => void extend.send({ id, ...input, seenKeyExpiresAt: keyExpiresAt })}
        />
      )}
      <PurgeDialog
        {...dialog('purge', purge.state)}
        recordId={id}
        onConfirm={({ reason }) => void purge.send({ id, reason })}
      />
    </>
  );
}

type Dialog = { readonly isOpen: boolean; readonly onOpenChange: (isOpen: boolean) => void };

/** The answer that an act has opened, until its time is over or the operator hides it; nothing of it stays in the cache. */
export function RevealedAnswer({ requestId, onHide }: { readonly requestId: string; readonly onHide: () => void }) {
  const { desk } = useTRPC();
  const cache = useQueryClient();
  const options = desk.records.revealedAnswer.queryOptions({ requestId });
  const { queryKey } = options;
  const answer = useQuery({ ...options, gcTime: 0, staleTime: Number.POSITIVE_INFINITY, retry: false });
  const hide = useCallback(() => {
    cache.removeQueries({ queryKey });
    onHide();
  }, [cache, queryKey, onHide]);
  if (answer.error) return <p className="text-[13px] text-muted">{answer.error.message}</p>;
  return answer.data ? <RevealedPanel answer={answer.data} onHide={hide} /> : null;
}
