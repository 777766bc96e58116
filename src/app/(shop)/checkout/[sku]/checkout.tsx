'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useIntent } from '../../../../client/intent/use-intent.ts';
import { useTRPC } from '../../../../client/latchkey-context.ts';
import { Card, CardBody } from '../../../../ui/card.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import { ABOUT_ORDER } from '../../../../ui/shop/intent-about.ts';
import { IntentNotice } from '../../../../ui/shop/intent-notice.tsx';
import { IntentPanel } from '../../../../ui/shop/intent-panel.tsx';
import { intentWords } from '../../../../ui/shop/intent-words.ts';
import { type OrderDraft, OrderForm } from '../../../../ui/shop/order-form.tsx';
import { OrderPlaced } from '../../../../ui/shop/order-placed.tsx';
import type { Product } from '../../../../ui/shop/product-list.tsx';

const BLANK: OrderDraft = { quantity: '1', note: '' };

/** The order of one article, from its form to its answer. */
export function Checkout({ product, account }: { readonly product: Product; readonly account: string }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState(BLANK);
  const placing = useIntent(trpc.orders.place, {
    account,
    name: product.sku,
    onSettled: () => void queryClient.invalidateQueries(),
  });
  const { state } = placing;

  const words = intentWords(state, placing.isOffline, ABOUT_ORDER);
  const isUnsettled = state.phase === 'sending' || state.phase === 'open' || state.phase === 'forgotten';
  const isClosed = isUnsettled || !placing.isReady;
  const failure = state.phase === 'open' || state.phase === 'refused' ? state.failure : null;
  const errors = state.phase === 'refused' && state.failure.kind === 'input' ? state.failure.fields : {};
  // What is on its way is shown, and not what the form would begin with after a reload.
  const shown = isUnsettled && placing.input ? draftOf(placing.input) : draft;

  const submit = () => {
    const note = draft.note.trim();
    placing.submit({ sku: product.sku, quantity: Number(draft.quantity), ...(note ? { note } : {}) });
  };

  return (
    <div className="grid items-start gap-6 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <Card aria-label="Order">
        <CardBody>
          {state.phase === 'succeeded' ? (
            <OrderPlaced
              order={state.answer}
              productName={product.name}
              attempts={state.intent.attempts}
              onAgain={() => {
                setDraft(BLANK);
                placing.dismiss();
              }}
            />
          ) : (
            <OrderForm
              product={product}
              draft={shown}
              onDraft={setDraft}
              onSubmit={submit}
              isClosed={isClosed}
              isBusy={state.phase === 'sending'}
              errors={errors}
            >
              {placing.hasForeign && state.phase === 'none' && <ForeignOrder />}
              {words && (
                <IntentNotice
                  words={words}
                  requestId={failure?.kind === 'failed' ? failure.requestId : undefined}
                  signInHref={`/sign-in?next=${encodeURIComponent(`/checkout/${encodeURIComponent(product.sku)}`)}`}
                  seeHref={ABOUT_ORDER.seeHref}
                  onAction={(action) => (action === 'dismiss' ? placing.dismiss() : placing.sendAgain())}
                />
              )}
            </OrderForm>
          )}
        </CardBody>
      </Card>
      <IntentPanel
        state={state}
        procedure="orders.place"
        madeWhen="you place the order"
        promise="A double click, a reload or a lost answer sends this key again, and the shop answers with the order it already has."
      />
    </div>
  );
}

const draftOf = (input: { quantity: number; note?: string | undefined }): OrderDraft => ({
  quantity: String(input.quantity),
  note: input.note ?? '',
});

const ForeignOrder = () => (
  <Notice tone="accent" title="Another account's order waits in this tab">
    <p>It was not answered before that account signed out. It is sent only when that account is signed in again.</p>
  </Notice>
);
