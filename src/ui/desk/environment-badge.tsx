'use client';

import { Badge } from '../badge.tsx';
import { useDesk } from './desk-context.tsx';

/** The installation's name in its colour; nothing where it has none. For the frame, and for dialogs that change money. */
export function EnvironmentBadge() {
  const { environmentName, environmentTone } = useDesk();
  if (!environmentName) return null;
  return (
    <Badge tone={environmentTone} className="max-w-full shrink">
      <span className="truncate">
        <span className="sr-only">Environment: </span>
        {environmentName}
      </span>
    </Badge>
  );
}
