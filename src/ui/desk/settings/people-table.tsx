import type { InvitationRow, PersonRow } from '../../../postgres/statements/list-people.ts';
import { Badge } from '../../badge.tsx';
import { Button } from '../../button.tsx';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../table.tsx';
import { Time } from '../../time.tsx';

/** What can be asked for about a person. */
export type PersonAct = 'role' | 'disable' | 'enable' | 'sign_out';

export type PeopleTableProps = {
  readonly people: readonly PersonRow[];
  readonly ownId: string;
  readonly asOf: Date;
  onAct(act: PersonAct, person: PersonRow): void;
};

/** Everybody who works at the desk. */
export const PeopleTable = ({ people, ownId, asOf, onAct }: PeopleTableProps) => (
  <Table label="People of the desk">
    <TableHead>
      <TableRow>
        <TableHeaderCell>Person</TableHeaderCell>
        <TableHeaderCell>Role</TableHeaderCell>
        <TableHeaderCell className="text-right">Sessions</TableHeaderCell>
        <TableHeaderCell>Last sign-in</TableHeaderCell>
        <TableHeaderCell>
          <span className="sr-only">What can be done</span>
        </TableHeaderCell>
      </TableRow>
    </TableHead>
    <TableBody>
      {people.map((person) => (
        <TableRow key={person.userId}>
          <TableCell>
            <span className="font-medium">{person.name}</span>
            {person.userId === ownId && <span className="text-muted"> (you)</span>}
            <span className="block text-muted">{person.email}</span>
          </TableCell>
          <TableCell>
            <span className="inline-flex flex-wrap gap-1">
              <Badge>{person.role}</Badge>
              {person.isDisabled && <Badge tone="danger">disabled</Badge>}
            </span>
          </TableCell>
          <TableCell className="text-right">{person.sessions}</TableCell>
          <TableCell>
            {person.lastSignInAt ? (
              <Time at={person.lastSignInAt} asOf={asOf} />
            ) : (
              <span className="text-muted">none</span>
            )}
          </TableCell>
          <TableCell>
            <span className="flex justify-end gap-1 whitespace-nowrap">
              <Act label="Change role" name={person.name} onPress={() => onAct('role', person)} />
              <Act label="Sign out" name={person.name} onPress={() => onAct('sign_out', person)} />
              <Act
                label={person.isDisabled ? 'Enable' : 'Disable'}
                name={person.name}
                onPress={() => onAct(person.isDisabled ? 'enable' : 'disable', person)}
              />
            </span>
          </TableCell>
        </TableRow>
      ))}
    </TableBody>
  </Table>
);

const Act = ({ label, name, onPress }: { readonly label: string; readonly name: string; onPress(): void }) => (
  <Button look="quiet" size="small" className="px-2" onClick={onPress} aria-label={`${label}: ${name}`}>
    {label}
  </Button>
);

export type InvitationTableProps = {
  readonly invitations: readonly InvitationRow[];
  readonly asOf: Date;
  onRevoke(invitation: InvitationRow): void;
};

/** Who was asked and has not come yet. */
export const InvitationTable = ({ invitations, asOf, onRevoke }: InvitationTableProps) => (
  <Table label="Open invitations">
    <TableHead>
      <TableRow>
        <TableHeaderCell>Asked</TableHeaderCell>
        <TableHeaderCell>Role</TableHeaderCell>
        <TableHeaderCell>By</TableHeaderCell>
        <TableHeaderCell>Ends</TableHeaderCell>
        <TableHeaderCell>
          <span className="sr-only">What can be done</span>
        </TableHeaderCell>
      </TableRow>
    </TableHead>
    <TableBody>
      {invitations.map((invitation) => (
        <TableRow key={invitation.id}>
          <TableCell>
            <span className="font-medium">{invitation.name}</span>
            <span className="block text-muted">{invitation.email}</span>
          </TableCell>
          <TableCell>
            <Badge>{invitation.role}</Badge>
          </TableCell>
          <TableCell>{invitation.invitedBy}</TableCell>
          <TableCell>
            {invitation.isExpired ? <Badge tone="warning">over</Badge> : <Time at={invitation.expiresAt} asOf={asOf} />}
          </TableCell>
          <TableCell className="text-right">
            <Act label="End" name={invitation.name} onPress={() => onRevoke(invitation)} />
          </TableCell>
        </TableRow>
      ))}
    </TableBody>
  </Table>
);
