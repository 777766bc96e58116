/** Why somebody was sent to sign in. */
export type SignInReason = { readonly tone: 'accent' | 'warning'; readonly title: string; readonly text: string };

const REASONS: Readonly<Record<string, SignInReason>> = {
  required: { tone: 'accent', title: 'Sign in first', text: 'That page needs to know who you are. You go there next.' },
  expired: { tone: 'warning', title: 'Your session has ended', text: 'Sign in again to go on where you were.' },
  sign_in_again: {
    tone: 'accent',
    title: 'Sign in again for this',
    text: 'What you are about to do needs a sign-in of the last 15 minutes. You go back to where you were; nothing was done yet.',
  },
  invited: { tone: 'accent', title: 'Your password is set', text: 'Sign in with it now; the link is used up.' },
  forbidden: {
    tone: 'warning',
    title: 'That is not for this sign-in',
    text: 'The page that you asked for needs another role. Sign in as somebody who has it.',
  },
};

/** The words for a `reason` of the URL, or null for none and for one that we do not know. */
export const signInReason = (value: unknown): SignInReason | null =>
  typeof value === 'string' && Object.hasOwn(REASONS, value) ? (REASONS[value] ?? null) : null;
