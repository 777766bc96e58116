import Link from 'next/link';
import { Button } from '../button.tsx';
import { Notice } from '../notice.tsx';
import type { IntentAction, IntentWords } from './intent-words.ts';

export type IntentNoticeProps = {
  readonly words: IntentWords;
  readonly requestId?: string | undefined;
  readonly signInHref: string;
  /** Where the effects of the intent are listed. */
  readonly seeHref: string;
  readonly onAction: (action: 'send_again' | 'dismiss') => void;
};

/** What became of an order, and the buttons that follow from it. */
export const IntentNotice = ({ words, requestId, signInHref, seeHref, onAction }: IntentNoticeProps) => (
  <Notice
    tone={words.tone}
    title={words.title}
    actions={words.actions.map(([action, label], index) => (
      <ActionButton
        key={action}
        action={action}
        label={label}
        isFirst={index === 0}
        {...{ signInHref, seeHref, onAction }}
      />
    ))}
  >
    <p>{words.body}</p>
    {requestId && <p className="font-mono text-xs break-all text-muted">Request {requestId}</p>}
  </Notice>
);

type ActionButtonProps = Pick<IntentNoticeProps, 'signInHref' | 'seeHref' | 'onAction'> & {
  readonly action: IntentAction;
  readonly label: string;
  readonly isFirst: boolean;
};

function ActionButton({ action, label, isFirst, signInHref, seeHref, onAction }: ActionButtonProps) {
  const looks = { look: isFirst ? 'primary' : 'secondary', size: 'small' } as const;
  switch (action) {
    case 'send_again':
    case 'dismiss':
      return (
        <Button {...looks} onClick={() => onAction(action)}>
          {label}
        </Button>
      );
    case 'look':
    case 'sign_in':
      return (
        <Button asChild {...looks}>
          <Link href={action === 'sign_in' ? signInHref : seeHref}>{label}</Link>
        </Button>
      );
  }
}
