'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useIntent } from '../../../client/intent/use-intent.ts';
import { useTRPC } from '../../../client/latchkey-context.ts';
import { type Escrow, EscrowLine } from '../../../ui/shop/escrow-line.tsx';
import { ABOUT_RELEASE } from '../../../ui/shop/intent-about.ts';
import { IntentNotice } from '../../../ui/shop/intent-notice.tsx';
import { intentWords } from '../../../ui/shop/intent-words.ts';

/** One escrow and the intent to release it. */
export function ReleasableEscrow({ escrow, account }: { readonly escrow: Escrow; readonly account: string }) {
  const { escrowId } = escrow;
  const queryClient = useQueryClient();
  const releasing = useIntent(useTRPC().escrow.release, {
    account,
    name: escrowId,
    onSettled: () => void queryClient.invalidateQueries(),
  });
  const { state } = releasing;
  const words = intentWords(state, releasing.isOffline, ABOUT_RELEASE);
  // The answer is newer than the list.
  const shown = state.phase === 'succeeded' ? { ...escrow, ...state.answer } : escrow;
  return (
    <EscrowLine
      escrow={shown}
      isBusy={state.phase === 'sending'}
      isClosed={!releasing.isReady || state.phase === 'open' || state.phase === 'forgotten'}
      attempts={state.phase === 'succeeded' ? state.intent.attempts : 0}
      onRelease={() => releasing.submit({ escrowId })}
    >
      {words && (
        <IntentNotice
          words={words}
          requestId={state.phase === 'open' && state.failure.kind === 'failed' ? state.failure.requestId : undefined}
          signInHref="/sign-in?next=%2Fescrows"
          seeHref={ABOUT_RELEASE.seeHref}
          onAction={(action) => (action === 'dismiss' ? releasing.dismiss() : releasing.sendAgain())}
        />
      )}
    </EscrowLine>
  );
}
