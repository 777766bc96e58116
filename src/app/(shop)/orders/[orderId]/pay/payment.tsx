'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntent } from '../../../../../client/intent/use-intent.ts';
import { useTRPC } from '../../../../../client/latchkey-context.ts';
import { Card, CardBody } from '../../../../../ui/card.tsx';
import { Notice } from '../../../../../ui/notice.tsx';
import { ABOUT_PAYMENT } from '../../../../../ui/shop/intent-about.ts';
import { IntentNotice } from '../../../../../ui/shop/intent-notice.tsx';
import { IntentPanel } from '../../../../../ui/shop/intent-panel.tsx';
import { intentWords } from '../../../../../ui/shop/intent-words.ts';
import { OrderPaid } from '../../../../../ui/shop/order-paid.tsx';
import type { Order } from '../../../../../ui/shop/order-table.tsx';
import { PayForm } from '../../../../../ui/shop/pay-form.tsx';
import { SANDBOX_CARDS } from '../../../../../ui/shop/sandbox-cards.ts';

export type PaymentProps = { readonly order: Order; readonly account: string; readonly isSandbox: boolean };

/** The payment of an order, from its form to its answer. After a decline another press is another intent, with another key. */
export function Payment({ order, account, isSandbox }: PaymentProps) {
  const { orderId, totalCents, currency } = order;
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [card, setCard] = useState<string>(isSandbox ? SANDBOX_CARDS[0][0] : '');
  const paying = useIntent(trpc.orders.pay, {
    account,
    name: orderId,
    onSettled: () => void queryClient.invalidateQueries(),
  });
  const { state } = paying;
  const words = intentWords(state, paying.isOffline, ABOUT_PAYMENT);
  const isUnsettled = state.phase === 'sending' || state.phase === 'open' || state.phase === 'forgotten';
  const isClosed = isUnsettled || !paying.isReady;
  const failure = state.phase === 'open' || state.phase === 'refused' ? state.failure : null;

  return (
    <div className="grid items-start gap-6 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Card aria-label="Payment">
        <CardBody>
          {state.phase === 'succeeded' ? (
            <OrderPaid payment={state.answer} attempts={state.intent.attempts} />
          ) : order.status !== 'placed' && state.phase === 'none' ? (
            <Notice tone="success" title={`This order is ${order.status}`}>
              <p>There is nothing left to pay.</p>
            </Notice>
          ) : (
            <PayForm
              {...{ totalCents, currency, isSandbox, isClosed }}
              // What is on its way is shown, and not what the form would begin with after a reload.
              card={isUnsettled && paying.input ? paying.input.card : card}
              onCard={setCard}
              onSubmit={() => paying.submit({ orderId, card })}
              isBusy={state.phase === 'sending'}
              error={failure?.kind === 'input' ? failure.fields.card : undefined}
            >
              {words && (
                <IntentNotice
                  words={words}
                  requestId={failure?.kind === 'failed' ? failure.requestId : undefined}
                  signInHref={`/sign-in?next=${encodeURIComponent(`/orders/${encodeURIComponent(orderId)}/pay`)}`}
                  seeHref={ABOUT_PAYMENT.seeHref}
                  onAction={(action) => (action === 'dismiss' ? paying.dismiss() : paying.sendAgain())}
                />
              )}
            </PayForm>
          )}
        </CardBody>
      </Card>
      <IntentPanel
        state={state}
        procedure="orders.pay"
        madeWhen="you pay"
        promise="A double click, a reload or a lost answer sends this key again, and the card is charged once. After a refusal another payment is another key."
      />
    </div>
  );
}
