import { ConfirmCommand } from '../confirm-command.tsx';
import { type ActionState, MIN_REASON_LENGTH } from './action-state.ts';

export type RevealDialogProps = ActionState & {
  readonly recordId: string;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly onConfirm: (input: { readonly reason: string }) => void;
};

/** Asks to see an answer. */
export const RevealDialog = ({ recordId, onConfirm, ...rest }: RevealDialogProps) => (
  <ConfirmCommand
    {...rest}
    verb="Reveal"
    object={`the answer of record #${recordId}`}
    minReasonLength={MIN_REASON_LENGTH}
    onConfirm={(reason) => onConfirm({ reason })}
  >
    <p>
      You see it for five minutes, with names, notes and addresses. Passwords, tokens and card numbers stay masked. That
      you looked, and why, is in the audit first.
    </p>
  </ConfirmCommand>
);
