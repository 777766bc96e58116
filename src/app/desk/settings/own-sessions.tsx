'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC } from '../../../client/latchkey-context.ts';
import { useOperatorCommand } from '../../../client/use-operator-command.ts';
import { Button } from '../../../ui/button.tsx';
import { Card, CardBody, CardHeader, CardTitle } from '../../../ui/card.tsx';
import { ConfirmCommand } from '../../../ui/desk/confirm-command.tsx';
import { Time } from '../../../ui/time.tsx';

/** Where this person is signed in, and the way out of all of it. */
export function OwnSessions() {
  const { desk } = useTRPC();
  const [isOpen, setOpen] = useState(false);
  const { data } = useQuery(desk.access.sessions.queryOptions());
  const command = useOperatorCommand(desk.access.signOutMe, {
    // A whole new page, so that nothing of this session stays in memory.
    onDone: () => window.location.assign('/sign-in'),
  });
  return (
    <Card>
      <CardHeader>
        <CardTitle>Where you are signed in</CardTitle>
        <Button
          look="secondary"
          size="small"
          onClick={() => {
            command.reset();
            setOpen(true);
          }}
        >
          Sign out everywhere
        </Button>
      </CardHeader>
      <CardBody>
        <ul className="grid gap-2 text-[13px]">
          {data?.sessions.map((session) => (
            <li key={session.id} className="flex flex-wrap justify-between gap-x-4">
              <span className="min-w-0 break-words">
                {deviceText(session.userAgent)}
                <span className="text-muted"> from {session.ipAddress || 'an unknown address'}</span>
              </span>
              <span className="text-muted">
                signed in <Time at={session.createdAt} asOf={data.asOf} />
              </span>
            </li>
          ))}
        </ul>
      </CardBody>
      <ConfirmCommand
        isOpen={isOpen}
        onOpenChange={setOpen}
        verb="Sign out"
        object="everywhere"
        isSending={command.state.is === 'sending'}
        failure={command.state.is === 'failed' ? command.state.failure : null}
        returnTo="/desk/settings"
        onConfirm={() => void command.send({})}
      >
        <p>Ends every session of yours, on this device too. What you have not sent yet is lost.</p>
      </ConfirmCommand>
    </Card>
  );
}

/** The browser of a user agent, as far as it says. */
function deviceText(userAgent: string | null): string {
  if (!userAgent) return 'An unknown browser';
  const browser = /(Edg|Firefox|Chrome|Safari)\//.exec(userAgent)?.[1] ?? 'A browser';
  const system = /(Windows|Mac OS X|Android|iPhone|iPad|Linux)/.exec(userAgent)?.[1];
  return `${browser === 'Edg' ? 'Edge' : browser}${system ? ` on ${system}` : ''}`;
}
