import type { Metadata } from 'next';
import { cookies } from 'next/headers';
import type { ReactNode } from 'react';
import { PERMISSIONS, type Permission, roleMay } from '../../desk/permissions.ts';
import { env } from '../../env.ts';
import { pageActor } from '../../trpc/page.ts';
import { DeskProvider } from '../../ui/desk/desk-context.tsx';
import { environmentTone } from '../../ui/desk/environment.ts';
import { PreferencesProvider } from '../../ui/desk/preferences.tsx';
import { PREFERENCES_COOKIE, parsePreferences } from '../../ui/desk/preferences-text.ts';
import { Shell } from './shell.tsx';

/** The environment's name is in every title, so that two tabs of two installations can be told apart. */
export function generateMetadata(): Metadata {
  const { environmentName } = env();
  const suffix = environmentName ? `Desk · ${environmentName}` : 'Desk';
  return { title: { default: suffix, template: `%s · ${suffix}` }, robots: { index: false } };
}

/** The desk's frame for operators. Each page decides for itself who may see it, since a layout is not asked again. */
export default async function DeskLayout({ children }: { children: ReactNode }) {
  const actor = await pageActor();
  if (actor.kind !== 'operator') return children;
  const { userId, name, role } = actor;
  const { environmentName = null, readOnly } = env();
  const permissions = (Object.keys(PERMISSIONS) as Permission[]).filter((permission) => roleMay(role, permission));
  return (
    <PreferencesProvider initial={parsePreferences((await cookies()).get(PREFERENCES_COOKIE)?.value)}>
      <DeskProvider
        desk={{
          operatorId: userId,
          name,
          role,
          permissions,
          environmentName,
          environmentTone: environmentTone(environmentName),
          readOnly,
        }}
      >
        <Shell>{children}</Shell>
      </DeskProvider>
    </PreferencesProvider>
  );
}
