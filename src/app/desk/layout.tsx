import type { Metadata } from 'next';
import type { ReactNode } from 'react';
import { env } from '../../env.ts';
import { pageActor } from '../../trpc/page.ts';
import { DeskShell } from '../../ui/desk/desk-shell.tsx';

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
  return <DeskShell environmentName={env().environmentName ?? null}>{children}</DeskShell>;
}
