import { deleteView, deleteViewInput } from '../../../desk/views/delete-view.ts';
import { listViews, listViewsInput } from '../../../desk/views/list-views.ts';
import { saveView, saveViewInput } from '../../../desk/views/save-view.ts';
import { t } from '../../init.ts';
import { operatorCommand } from '../../operator-command.ts';
import { operatorProcedure } from '../../procedures.ts';
import { readDesk } from '../../read-desk.ts';

/** Saved views of lists: one's own, and those that others share. */
export const viewsRouter = t.router({
  list: operatorProcedure('views:save')
    .input(listViewsInput)
    .query(({ ctx, input: { page } }) =>
      readDesk(ctx, (snapshot) => listViews(snapshot, { page, userId: ctx.operator.userId })),
    ),
  save: operatorCommand({
    permission: 'views:save',
    action: 'view.save',
    target: ({ page }: { page: string }) => ({ target: `view:${page}` }),
  })
    .input(saveViewInput)
    .mutation(({ ctx, input }) => saveView(ctx.tx, ctx.operator, input)),
  remove: operatorCommand({
    permission: 'views:save',
    action: 'view.delete',
    target: ({ id }: { id: string }) => ({ target: `view:${id}` }),
  })
    .input(deleteViewInput)
    .mutation(({ ctx, input }) => deleteView(ctx.tx, ctx.operator, input)),
});
