import { Check } from 'lucide-react';
import { Table, TableBody, TableCell, TableHead, TableHeaderCell, TableRow } from '../../table.tsx';

export type RolesTableProps = {
  readonly roles: readonly string[];
  readonly permissions: readonly { readonly name: string; readonly roles: readonly string[] }[];
  /** The role of who looks. */
  readonly own: string;
};

/** What each role may do, as the procedures read it. */
export const RolesTable = ({ roles, permissions, own }: RolesTableProps) => (
  <Table label="What each role may do">
    <TableHead>
      <TableRow>
        <TableHeaderCell>Permission</TableHeaderCell>
        {roles.map((role) => (
          <TableHeaderCell key={role} className="text-center">
            {role === own ? <span className="text-accent-text">{role} (you)</span> : role}
          </TableHeaderCell>
        ))}
      </TableRow>
    </TableHead>
    <TableBody>
      {permissions.map((permission) => (
        <TableRow key={permission.name}>
          <TableCell className="font-mono text-xs whitespace-nowrap">{permission.name}</TableCell>
          {roles.map((role) => (
            <TableCell key={role} className="text-center">
              {permission.roles.includes(role) ? (
                <>
                  <Check aria-hidden className="mx-auto size-4 text-success-text" />
                  <span className="sr-only">yes</span>
                </>
              ) : (
                <span className="sr-only">no</span>
              )}
            </TableCell>
          ))}
        </TableRow>
      ))}
    </TableBody>
  </Table>
);
