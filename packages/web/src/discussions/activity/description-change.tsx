import type { DescriptionDiff, PageNote } from '@tributary/contract/discussions/page.ts';
import { History, Trash2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { showSaved } from '../../app/show-saved.ts';
import { isAppError } from '../../lib/app-error.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { deleteDescriptionVersion, fetchDescriptionDiff, restoreDescriptionVersion } from '../store/queries.ts';

const LOOKS = {
  same: ['span', ''],
  added: ['ins', 'bg-diff-added-word no-underline'],
  removed: ['del', 'bg-diff-removed-word'],
} as const;

function Diff({ diff }: { diff: DescriptionDiff }) {
  return (
    <pre
      dir="auto"
      // Scrolled with the arrow keys.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label="Description changes"
      className="max-h-96 overflow-auto rounded-md border bg-sunken p-3 font-mono text-code break-words whitespace-pre-wrap"
    >
      {diff.map(({ kind, text }, index) => {
        const [Tag, look] = LOOKS[kind];
        // The parts have no names of their own and never change places.
        // oxlint-disable-next-line react/no-array-index-key
        return (
          <Tag key={index} className={look}>
            {text}
          </Tag>
        );
      })}
    </pre>
  );
}

/** `isGone`: the server has said so before the note did. */
type State = { isOpen: boolean; diff: DescriptionDiff | null; isGone: boolean; problem: string | null };

/** What a change of the description changed, shown when asked for; maintainers may take the old text out of the history. */
export function DescriptionChange({ note }: { note: PageNote }) {
  const [state, setState] = useState<State>({
    isOpen: false,
    diff: null,
    isGone: false,
    problem: null,
  });
  const isDeleted = state.isGone || note.description_version_deleted === true;
  const change = (part: Partial<State>) => setState((before) => ({ ...before, ...part }));
  const toggle = async () => {
    if (state.isOpen) return change({ isOpen: false });
    change({ isOpen: true, problem: null });
    if (state.diff || isDeleted) return undefined;
    try {
      change({ diff: await fetchDescriptionDiff(note) });
    } catch (error) {
      if (isAppError(error) && error.status === 404) change({ isGone: true });
      else
        change({
          isOpen: false,
          problem: 'Something went wrong while fetching description changes. Please try again.',
        });
    }
    return undefined;
  };
  const remove = async () => {
    const isSure = await confirm({
      title: 'Delete this description version?',
      text: 'The current description does not change. The text after this change is deleted permanently. If this was the first change, the text before it is deleted too.',
      action: 'Delete version',
      danger: true,
    });
    if (!isSure) return;
    try {
      await deleteDescriptionVersion(note);
      change({ isGone: true, diff: null, problem: null });
    } catch {
      change({ problem: 'Something went wrong while deleting description changes. Please try again.' });
    }
  };
  const restore = async (side: 'before' | 'after') => {
    const isSure = await confirm({
      title: side === 'after' ? 'Restore this description?' : 'Restore the description before this change?',
      text: `The description from ${side} this change is restored. The current description stays in the history.`,
      action: 'Restore description',
    });
    if (!isSure) return;
    try {
      await restoreDescriptionVersion(note, side);
      await showSaved();
    } catch {
      change({ problem: 'The description could not be restored. Please try again.' });
    }
  };
  return (
    <div className="flex flex-col gap-2">
      {state.problem !== null && (
        <Banner tone="danger" live onDismiss={() => change({ problem: null })}>
          {state.problem}
        </Banner>
      )}
      <div className="-ml-2 flex flex-wrap items-center sm:gap-1">
        <Button size="sm" variant="ghost" aria-expanded={state.isOpen} onClick={() => void toggle()}>
          Compare with previous version
        </Button>
        {note.restore_description_version_path !== undefined && !isDeleted && (
          <>
            {note.has_description_before === true && (
              <IconButton
                icon={Undo2}
                size="sm"
                label="Restore previous description"
                onClick={() => void restore('before')}
              />
            )}
            <IconButton
              icon={History}
              size="sm"
              label="Restore this description"
              onClick={() => void restore('after')}
            />
          </>
        )}
        {note.can_delete_description_version === true && !isDeleted && (
          <IconButton icon={Trash2} size="sm" label="Remove description history" onClick={() => void remove()} />
        )}
      </div>
      {state.isOpen &&
        (isDeleted ? (
          <p className="text-fg-muted">Deleted</p>
        ) : state.diff ? (
          <Diff diff={state.diff} />
        ) : (
          <Spinner label="Loading the changes" />
        ))}
    </div>
  );
}
