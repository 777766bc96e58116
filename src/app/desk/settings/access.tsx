'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTRPC } from '../../../client/latchkey-context.ts';
import type { OperatorRole } from '../../../desk/permissions.ts';
import { Card, CardBody, CardHeader, CardTitle } from '../../../ui/card.tsx';
import { useDesk } from '../../../ui/desk/desk-context.tsx';
import { ListBar } from '../../../ui/desk/list-bar.tsx';
import { InvitationTable, PeopleTable } from '../../../ui/desk/settings/people-table.tsx';
import { ListSkeleton } from '../../../ui/list-skeleton.tsx';
import { QueryFailure } from '../query-failure.tsx';
import { InviteForm } from './invite-form.tsx';
import { type AccessAsk, PersonDialog } from './person-dialog.tsx';

/** Who may work at the desk; for admins. */
export function Access({ roles }: { readonly roles: readonly OperatorRole[] }) {
  const { operatorId } = useDesk();
  const [ask, setAsk] = useState<AccessAsk | null>(null);
  const { data, error, isFetching, refetch } = useQuery(useTRPC().desk.access.people.queryOptions());
  const refresh = () => void refetch();
  return (
    <>
      <Card>
        <CardHeader>
          <CardTitle>People</CardTitle>
        </CardHeader>
        <ListBar asOf={data?.asOf} isStale={!!data && !!error} isBusy={isFetching} onRefresh={refresh}>
          {data && `${data.people.length} ${data.people.length === 1 ? 'person' : 'people'}`}
        </ListBar>
        {data ? (
          <PeopleTable
            people={data.people}
            ownId={operatorId}
            asOf={data.asOf}
            onAct={(act, person) => setAsk({ act, person })}
          />
        ) : error ? (
          <QueryFailure what="The people" error={error} isBusy={isFetching} onRetry={refresh} />
        ) : (
          <ListSkeleton />
        )}
      </Card>
      <Card>
        <CardHeader>
          <CardTitle>Invite somebody</CardTitle>
        </CardHeader>
        <CardBody>
          <InviteForm roles={roles} onInvited={refresh} />
        </CardBody>
        {data && data.invitations.length > 0 && (
          <InvitationTable
            invitations={data.invitations}
            asOf={data.asOf}
            onRevoke={(invitation) => setAsk({ act: 'revoke', invitation })}
          />
        )}
      </Card>
      {ask && <PersonDialog ask={ask} roles={roles} onClose={() => setAsk(null)} onChanged={refresh} />}
    </>
  );
}
