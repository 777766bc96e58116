import { ConfirmCommand } from '../confirm-command.tsx';
import { type ActionState, MIN_REASON_LENGTH } from './action-state.ts';

export type PurgeDialogProps = ActionState & {
  readonly recordId: string;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly onConfirm: (input: { readonly reason: string }) => void;
};

/** Asks to remove an answer for good. */
export const PurgeDialog = ({ recordId, onConfirm, ...rest }: PurgeDialogProps) => (
  <ConfirmCommand
    {...rest}
    verb="Purge"
    object={`the answer of record #${recordId}`}
    isSevere
    minReasonLength={MIN_REASON_LENGTH}
    onConfirm={(reason) => onConfirm({ reason })}
  >
    <p>
      The answer is removed for good. The key stays taken: a retry is told that it took effect and that its answer is
      gone, and nothing runs again.
    </p>
  </ConfirmCommand>
);
