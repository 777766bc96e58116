'use client';

import { type ReactNode, useId } from 'react';
import type { Permission } from '../../../desk/permissions.ts';
import { Button } from '../../button.tsx';
import { useDesk, whyNot } from '../desk-context.tsx';

export type ActionButtonProps = {
  readonly permission: Permission;
  /** Why the thing itself does not allow it now, or null. */
  readonly notNow?: string | null;
  readonly onPress: () => void;
  readonly children: ReactNode;
};

/** A button for a command. Who may not press it can still reach it, and reads why below it. */
export function ActionButton({ permission, notNow = null, onPress, children }: ActionButtonProps) {
  const whyId = useId();
  const why = whyNot(useDesk(), permission) ?? notNow;
  return (
    <div className="grid gap-0.5">
      <Button
        look="secondary"
        size="small"
        className="w-fit"
        aria-disabled={why !== null}
        {...(why === null ? {} : { 'aria-describedby': whyId })}
        onClick={() => why === null && onPress()}
      >
        {children}
      </Button>
      {why !== null && (
        <span id={whyId} className="text-muted">
          {why}
        </span>
      )}
    </div>
  );
}
