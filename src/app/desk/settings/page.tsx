import type { Metadata } from 'next';
import { OPERATOR_ROLES, PERMISSIONS, roleMay } from '../../../desk/permissions.ts';
import { Card, CardHeader, CardTitle } from '../../../ui/card.tsx';
import { RolesTable } from '../../../ui/desk/settings/roles-table.tsx';
import { Page } from '../../../ui/page.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { requireOperator } from '../operator.ts';
import { Access } from './access.tsx';
import { Appearance } from './appearance.tsx';
import { OwnSessions } from './own-sessions.tsx';

export const metadata: Metadata = { title: 'Settings' };

export default async function SettingsPage() {
  // Every role may see the overview, so every operator has settings.
  const { role } = await requireOperator('overview:read', '/desk/settings');
  const permissions = Object.entries(PERMISSIONS).map(([name, roles]) => ({ name, roles }));
  return (
    <Page className="max-w-none py-6">
      <PageHeader title="Settings">How the desk looks to you, where you are signed in, and who may do what.</PageHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Appearance />
        <OwnSessions />
        {roleMay(role, 'access:manage') && <Access roles={OPERATOR_ROLES} />}
        <Card>
          <CardHeader>
            <CardTitle>Roles</CardTitle>
            <span className="text-xs text-muted">read from the table that the procedures check</span>
          </CardHeader>
          <RolesTable roles={OPERATOR_ROLES} permissions={permissions} own={role} />
        </Card>
      </div>
    </Page>
  );
}
