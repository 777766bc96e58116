'use client';

import { useQuery } from '@tanstack/react-query';
import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { toast } from 'sonner';
import type { z } from 'zod';
import { useTRPC } from '../../../client/latchkey-context.ts';
import { useOperatorCommand } from '../../../client/use-operator-command.ts';
import type { viewPage } from '../../../desk/views/save-view.ts';
import { ViewsMenu } from '../../../ui/desk/list/views-menu.tsx';
import { viewQuery } from './list-url.ts';

export type ViewPage = z.output<typeof viewPage>;

/** The saved views of a list, with what they need of the server. */
export function SavedViews({ page }: { readonly page: ViewPage }) {
  const trpc = useTRPC();
  const router = useRouter();
  const pathname = usePathname();
  const query = viewQuery(useSearchParams().toString());
  const views = useQuery(trpc.desk.views.list.queryOptions({ page }));
  const again = { onDone: () => void views.refetch() };
  const save = useOperatorCommand(trpc.desk.views.save, again);
  const remove = useOperatorCommand(trpc.desk.views.remove, again);
  const failed = [save.state, remove.state].find((state) => state.is === 'failed');
  return (
    <ViewsMenu
      views={views.data ?? []}
      query={query}
      onOpen={(saved) => router.push(saved === '' ? pathname : `${pathname}?${saved}`)}
      onSave={async (name, isShared) => {
        const ended = await save.send({ page, name, query, isShared });
        if (ended.is === 'done') toast.success(`View “${name}” saved`);
        return ended.is === 'done';
      }}
      onDelete={({ id, name }) =>
        void remove.send({ id }).then((ended) => ended.is === 'done' && toast.success(`View “${name}” deleted`))
      }
      isSending={save.state.is === 'sending'}
      failure={failed?.is === 'failed' ? failed.failure : null}
      returnTo={query === '' ? pathname : `${pathname}?${query}`}
    />
  );
}
