'use client';

import { usePathname } from 'next/navigation';
import { useState } from 'react';
import { toast } from 'sonner';
import { useTRPC } from '../../../../client/latchkey-context.ts';
import { useOperatorCommand } from '../../../../client/use-operator-command.ts';
import type { ShownAlarm } from '../../../../desk/get-record.ts';
import { ActionButton } from '../../../../ui/desk/record-actions/action-button.tsx';
import { DealAlarmDialog } from '../../../../ui/desk/record-actions/deal-alarm-dialog.tsx';

export type DealAlarmProps = {
  readonly alarm: NonNullable<ShownAlarm['row']>;
  /** Reads the page anew after the command, or when it is stale. */
  readonly onRefresh: () => void;
};

/** The button and the dialog that close one alarm. */
export function DealAlarm({ alarm, onRefresh }: DealAlarmProps) {
  const { desk } = useTRPC();
  const pathname = usePathname();
  const [isOpen, setOpen] = useState(false);
  const end = () => {
    setOpen(false);
    onRefresh();
  };
  const deal = useOperatorCommand(desk.alarms.deal, {
    onDone: () => {
      toast.success(`The alarm of ${alarm.providerId} is closed.`);
      end();
    },
  });
  const { id, recordId } = alarm;
  return (
    <>
      <ActionButton
        permission="records:decide"
        onPress={() => {
          deal.reset();
          setOpen(true);
        }}
      >
        Deal with it
      </ActionButton>
      <DealAlarmDialog
        alarm={alarm}
        isOpen={isOpen}
        onOpenChange={setOpen}
        isSending={deal.state.is === 'sending'}
        failure={deal.state.is === 'failed' ? deal.state.failure : null}
        returnTo={pathname}
        onLookAgain={end}
        onConfirm={(input) => void deal.send({ id, recordId, ...input })}
      />
    </>
  );
}
