/** The sandbox's card tokens that can be chosen, with what each does. docs/sandbox.md has all of them. */
export const SANDBOX_CARDS = [
  ['tok_visa', 'Visa', 'Pays.'],
  ['tok_chargeDeclined', 'Declined', 'Refused for good. The order can be paid with another card, under another key.'],
  ['tok_slow_8000', 'Slow', 'Charges after eight seconds.'],
  ['tok_answer_lost', 'Answer lost', 'Charges, then the connection is cut before the answer.'],
  ['tok_lost_before', 'Request lost', 'The connection is cut before the charge.'],
  ['tok_500_after', 'Error after the charge', 'Charges, and answers with a server error.'],
  ['tok_500_before', 'Error before the charge', 'Answers with a server error once, and charges nothing then.'],
  [
    'tok_500_stored',
    'Error for good',
    'Charges nothing, and answers this key with the same server error from then on.',
  ],
  [
    'tok_lookup_down_20000',
    'Cannot be looked up',
    'Charges, cuts the connection, and for 20 seconds nobody can say so.',
  ],
] as const satisfies readonly (readonly [token: string, label: string, does: string])[];
