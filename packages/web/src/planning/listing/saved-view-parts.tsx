import {
  SAVED_VIEW_MAX_NAME_CHARS,
  SAVED_VIEWS_MAX,
  type SavedView,
  type SavedViewList,
  type SavedViews,
} from '@tributary/contract/planning/saved-views.ts';
import { BookmarkPlus, Pencil, Settings2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { focusAfterChange } from '../../app/next-focus.ts';
import { showSaved } from '../../app/show-saved.ts';
import { useRowRemoval } from '../../app/use-row-removal.tsx';
import { api } from '../../lib/http.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { FormError, useForm } from '../../ui/form.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { MenuItem, MenuLinkItem, MenuSeparator } from '../../ui/menu.tsx';
import { RowProblem } from '../../ui/row-problem.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.tsx';

type ItemsProps = {
  views: readonly SavedView[];
  currentId: number | undefined;
  pathname: string;
  onSave: () => void;
  onManage: () => void;
};

/** The views, each a link to the list as it was saved; below them what can be done with views. */
export function SavedViewItems({ views, currentId, pathname, onSave, onManage }: ItemsProps) {
  const isFull = views.length >= SAVED_VIEWS_MAX;
  return (
    <>
      {views.map(({ id, name, query }) => (
        <MenuLinkItem key={id} href={query === '' ? pathname : `${pathname}?${query}`} current={id === currentId}>
          <bdi>{name}</bdi>
        </MenuLinkItem>
      ))}
      {views.length > 0 && <MenuSeparator />}
      {currentId === undefined && (
        <MenuItem
          icon={BookmarkPlus}
          disabled={isFull}
          hint={isFull && `You have reached the limit of ${SAVED_VIEWS_MAX} views.`}
          onSelect={onSave}
        >
          Save view…
        </MenuItem>
      )}
      {views.length > 0 && (
        <MenuItem icon={Settings2} onSelect={onManage}>
          Manage views…
        </MenuItem>
      )}
    </>
  );
}

type SaveProps = { list: SavedViewList; path: string; query: string; onClose: () => void };

/** Asks for the name of the view that the list shows now. */
export function SaveViewDialog({ list, path, query, onClose }: SaveProps) {
  const form = useForm({
    initial: { name: '' },
    onSubmit: async ({ name }) => {
      await api.post<SavedView>(path, { body: { list, name, query } });
      toast({ text: `View “${name.trim()}” saved.`, tone: 'success' });
      await showSaved();
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title="Save view"
      text="Saves the filters, the search and the order of this list. Only you can see your views."
      width="sm"
      action="Save view"
      isReady={form.values.name.trim() !== ''}
      onClose={onClose}
    >
      <TextField
        {...form.text('name')}
        label="Name"
        required
        maxLength={SAVED_VIEW_MAX_NAME_CHARS}
        autoComplete="off"
      />
    </FormDialog>
  );
}

function RenameView({ view, path, onClose }: { view: SavedView; path: string; onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const form = useForm({
    initial: { name: view.name },
    onSubmit: async ({ name }) => {
      if (name !== view.name) {
        await api.put(path, { body: { name } });
        await showSaved();
      }
      onClose();
    },
  });
  return (
    <li data-row className="border-b py-2 last:border-b-0">
      <form {...form.props} className="flex flex-col gap-2">
        <FormError form={form} />
        <TextField
          {...form.text('name')}
          ref={field}
          label={`New name of ${view.name}`}
          required
          maxLength={SAVED_VIEW_MAX_NAME_CHARS}
          autoComplete="off"
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button size="sm" onClick={onClose}>
            Cancel
          </Button>
          <Button size="sm" type="submit" variant="primary" busy={form.busy}>
            Rename
          </Button>
        </div>
      </form>
    </li>
  );
}

function ViewRow({ view, path }: { view: SavedView; path: string }) {
  const [isEditing, setEditing] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const { button, error } = useRowRemoval({
    path,
    name: view.name,
    size: 'sm',
    title: `Delete view “${view.name}”?`,
    text: 'Its filters and order are deleted. The items of the list stay as they are.',
    action: 'Delete view',
  });
  if (isEditing)
    return <RenameView view={view} path={path} onClose={() => focusAfterChange(() => setEditing(false), editButton)} />;
  return (
    <li data-row className="flex flex-wrap items-center gap-1 border-b py-2 last:border-b-0">
      <span data-row-title className="min-w-0 flex-1 wrap-anywhere">
        <bdi>{view.name}</bdi>
      </span>
      <IconButton
        ref={editButton}
        icon={Pencil}
        size="sm"
        label={`Rename ${view.name}`}
        onClick={() => setEditing(true)}
      />
      {button}
      <RowProblem text={error} />
    </li>
  );
}

/** All views of the list, to rename and delete them. */
export function ManageViewsDialog({ saved, onClose }: { saved: SavedViews; onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()} title="Manage views" width="sm">
      {saved.views.length === 0 ? (
        <p className="text-fg-muted">No saved views.</p>
      ) : (
        <ul aria-label="Views">
          {saved.views.map((view) => (
            <ViewRow key={view.id} view={view} path={`${saved.path}/${view.id}`} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}
