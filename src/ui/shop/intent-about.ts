/** What an intent is about, in the words of its page. */
export type IntentAbout = {
  /** "order" */
  readonly thing: string;
  /** "Was this order placed?" */
  readonly question: string;
  /** Where an operation that may run twice: "order a second time". */
  readonly risk: string;
  /** Where it cannot: "order twice". */
  readonly twice: string;
  readonly inFlight: string;
  readonly readOnly: string;
  /** Title and body while nobody knows how it ended. */
  readonly unknown: readonly [title: string, body: string];
  /** What is true after a refusal: "Nothing was ordered." */
  readonly nothing: string;
  /** Title, and what is true after it, by the code of the refusal. */
  readonly refusals: Readonly<Record<string, readonly [title: string, after: string]>>;
  /** Label of the link to where its effects are listed. */
  readonly see: string;
  readonly seeHref: string;
  readonly another: string;
};

export const ABOUT_ORDER: IntentAbout = {
  thing: 'order',
  question: 'Was this order placed?',
  risk: 'order a second time',
  twice: 'order twice',
  inFlight: 'Your order is still being placed',
  readOnly: 'The shop takes no orders right now',
  unknown: [
    'It is not known yet whether this order went through',
    'We are finding out, and this page asks again by itself. Nothing is ordered twice.',
  ],
  nothing: 'Nothing was ordered.',
  refusals: { sold_out: ['Not enough in stock', 'Nothing was ordered.'] },
  see: 'See orders',
  seeHref: '/orders',
  another: 'Order another',
};

export const ABOUT_PAYMENT: IntentAbout = {
  thing: 'payment',
  question: 'Was this payment made?',
  risk: 'ask for a second payment',
  twice: 'charge twice',
  inFlight: 'Your payment is still being made',
  readOnly: 'The shop takes no payments right now',
  unknown: [
    'It is not known yet whether the card was charged',
    'We are finding out, and this page asks again by itself. Nothing will be charged twice.',
  ],
  nothing: 'Nothing was charged.',
  refusals: {
    card_declined: ['The card was declined', 'Nothing was charged: pay with another card.'],
    already_paid: ['This order is paid already', 'Nothing was charged again.'],
    payment_in_progress: ['This order is being paid already', 'Nothing was charged for this attempt.'],
    payment_under_review: [
      'A charge for this order is being checked by a person',
      'It cannot be paid again until that is done. Nothing was charged for this attempt.',
    ],
  },
  see: 'See orders',
  seeHref: '/orders',
  another: 'Pay again',
};

export const ABOUT_RELEASE: IntentAbout = {
  thing: 'release',
  question: 'Was this escrow released?',
  risk: 'ask for a second transfer',
  twice: 'transfer twice',
  inFlight: 'The transfer is still being submitted',
  readOnly: 'Nothing can be released right now',
  unknown: [
    'It is not known yet whether the transfer was submitted',
    'We are finding out, and this page asks again by itself. Nothing will be transferred twice.',
  ],
  nothing: 'Nothing was transferred.',
  refusals: {
    ledger_refused: ['The ledger refused the transfer', 'The money is still held.'],
    already_released: ['This escrow is released already', 'Nothing was transferred again.'],
    release_in_progress: ['This escrow is being released already', 'Nothing was transferred for this attempt.'],
    release_under_review: [
      'A transfer of this escrow is being checked by a person',
      'It cannot be released until that is done. Nothing was transferred for this attempt.',
    ],
  },
  see: 'See escrows',
  seeHref: '/escrows',
  another: 'Release again',
};
