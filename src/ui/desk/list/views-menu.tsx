'use client';

import { Bookmark, Plus, Trash2, Users } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { Failure } from '../../../client/failure.ts';
import type { SavedView } from '../../../desk/views/list-views.ts';
import { Button } from '../../button.tsx';
import { Dialog } from '../../dialog.tsx';
import { DropdownItem, DropdownLabel, DropdownMenu, DropdownSeparator } from '../../dropdown-menu.tsx';
import { Field } from '../../field.tsx';
import { Input } from '../../input.tsx';
import { CommandFailure } from '../command-failure.tsx';

export type ViewsMenuProps = {
  readonly views: readonly SavedView[];
  /** The query of the list as it is now. */
  readonly query: string;
  readonly onOpen: (query: string) => void;
  readonly onSave: (name: string, isShared: boolean) => Promise<boolean>;
  readonly onDelete: (view: SavedView) => void;
  readonly isSending: boolean;
  readonly failure: Failure | null;
  readonly returnTo: string;
};

/** Saved views of a list: opened, kept, shared and deleted. */
export function ViewsMenu(props: ViewsMenuProps) {
  const { views, query, onOpen, onDelete } = props;
  const [dialog, setDialog] = useState<'save' | 'delete' | null>(null);
  const mine = views.filter(({ isMine }) => isMine);
  const shared = views.filter(({ isMine }) => !isMine);
  return (
    <>
      <DropdownMenu
        trigger={
          <Button look="quiet" size="small" className="px-2">
            <Bookmark aria-hidden className="size-4" />
            <span className="max-sm:sr-only">Views</span>
          </Button>
        }
      >
        {views.length === 0 && <DropdownLabel>No view is saved yet.</DropdownLabel>}
        {mine.length > 0 && <DropdownLabel>Your views</DropdownLabel>}
        {mine.map((view) => (
          <Item key={view.id} view={view} isOn={view.query === query} onOpen={onOpen} />
        ))}
        {shared.length > 0 && <DropdownLabel>Shared by others</DropdownLabel>}
        {shared.map((view) => (
          <Item key={view.id} view={view} isOn={view.query === query} onOpen={onOpen} />
        ))}
        <DropdownSeparator />
        <DropdownItem onSelect={() => setDialog('save')}>
          <Plus aria-hidden />
          Save this view…
        </DropdownItem>
        {mine.length > 0 && (
          <DropdownItem onSelect={() => setDialog('delete')}>
            <Trash2 aria-hidden />
            Delete a view…
          </DropdownItem>
        )}
      </DropdownMenu>
      <Dialog
        isOpen={dialog === 'save'}
        title="Save this view"
        about="Keeps the filters, order and columns of this list. The same name again replaces it."
        onOpenChange={(isOpen) => setDialog(isOpen ? 'save' : null)}
      >
        <SaveForm {...props} onClose={() => setDialog(null)} />
      </Dialog>
      <Dialog
        isOpen={dialog === 'delete'}
        title="Delete a view"
        onOpenChange={(isOpen) => setDialog(isOpen ? 'delete' : null)}
      >
        <ul className="grid gap-1">
          {mine.map((view) => (
            <li
              key={view.id}
              className="flex items-center justify-between gap-4 rounded-md border border-line px-3 py-2"
            >
              <span className="min-w-0 truncate">{view.name}</span>
              <Button look="secondary" size="small" onClick={() => onDelete(view)}>
                Delete <span className="sr-only">view {view.name}</span>
              </Button>
            </li>
          ))}
          {mine.length === 0 && <li className="text-muted">You have no view any more.</li>}
        </ul>
        {props.failure && <CommandFailure failure={props.failure} returnTo={props.returnTo} />}
      </Dialog>
    </>
  );
}

const Item = ({ view, isOn, onOpen }: { view: SavedView; isOn: boolean; onOpen: (query: string) => void }) => (
  <DropdownItem
    onSelect={() => onOpen(view.query)}
    aria-current={isOn ? 'true' : undefined}
    className="aria-[current=true]:font-semibold"
  >
    <span className="max-w-60 truncate">{view.name}</span>
    {!view.isMine && <span className="ml-auto pl-4 text-xs text-muted">{view.ownerName ?? 'somebody'}</span>}
    {view.isMine && view.isShared && <Users role="img" aria-label="shared" className="ml-auto" />}
  </DropdownItem>
);

function SaveForm({
  onSave,
  onClose,
  isSending,
  failure,
  returnTo,
}: ViewsMenuProps & { readonly onClose: () => void }) {
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const [wasTried, setWasTried] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setWasTried(true);
    if (name.trim() !== '') void onSave(name.trim(), isShared).then((saved) => saved && onClose());
  };
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <Field label="Name" error={wasTried && name.trim() === '' ? 'A view needs a name.' : undefined}>
        {(control) => (
          <Input
            {...control}
            value={name}
            maxLength={60}
            autoComplete="off"
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </Field>
      <label className="flex items-center gap-2">
        <input
          type="checkbox"
          checked={isShared}
          onChange={({ target }) => setShared(target.checked)}
          className="size-4 accent-accent"
        />
        Share it with everybody who sees this list
      </label>
      {failure && <CommandFailure failure={failure} returnTo={returnTo} />}
      <Button type="submit" busy={isSending} aria-disabled={isSending} className="justify-self-end">
        Save view
      </Button>
    </form>
  );
}
