import { FileSearch, FolderTree } from 'lucide-react';
import { useEffect } from 'react';
import { plural } from '../../lib/format.ts';
import { DiffStat } from '../../ui/diff-stat.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useChanges } from './changes-context.ts';
import { CommitPicker } from './commit-picker.tsx';
import { RangeFailure } from './change-notices.ts';
import { finderLayer } from './finder-switch.ts';
import { ViewItems } from './menus/menu-contents.ts';
import { VersionPickers } from './version-pickers.tsx';
import { ViewMenu } from './view-menu.tsx';

function Stats() {
  // Those that are shown: what came with a rebase may be left out.
  const { files, metadata } = useChanges();
  return (
    <>
      <span>{plural(files.length, 'file')}</span>
      {metadata.counts_ready && <DiffStat added={metadata.added_lines} removed={metadata.removed_lines} />}
    </>
  );
}

/** Long enough that the files on the screen come first. */
export const IDLE_MS = 1_500;

/** What the menus offer is there before one is opened, and what tells of a failure before there is one. */
function usePreloadedItems(): void {
  useEffect(() => {
    const idle = setTimeout(() => {
      void ViewItems.preload();
      void RangeFailure.preload();
    }, IDLE_MS);
    return () => clearTimeout(idle);
  }, []);
}

export type ChangesToolbarProps = { isTreeShown: boolean; onTree: () => void; isWaiting: boolean };

/** What is compared, how it is shown, and how much it is. */
export function ChangesToolbar({ isTreeShown, onTree, isWaiting }: ChangesToolbarProps) {
  const { slots } = useChanges();
  usePreloadedItems();
  return (
    <div
      role="group"
      aria-label="Changes toolbar"
      className="flex min-h-10 flex-wrap items-center gap-2 border-b bg-surface py-1.5"
    >
      <IconButton
        icon={FolderTree}
        label={isTreeShown ? 'Hide file tree' : 'Show file tree'}
        hotkey="diff.file-tree"
        pressed={isTreeShown}
        onClick={onTree}
        variant="ghost"
        size="sm"
      />
      <IconButton
        icon={FileSearch}
        label="Find a changed file"
        hotkey="diff.find-file"
        onClick={finderLayer.open}
        variant="ghost"
        size="sm"
      />
      <VersionPickers />
      <CommitPicker />
      {slots.toolbar.map((Part, at) => (
        <Part key={at} />
      ))}
      <div className="ml-auto flex flex-wrap items-center justify-end gap-2 max-sm:contents">
        {isWaiting && <Spinner size={14} label="Loading the changed files" />}
        {/* On a phone the tab tells how many files there are, and each file its lines. */}
        <span className="flex items-center gap-3 text-fg-muted max-sm:hidden">
          <Stats />
        </span>
        {slots.toolbarEnd.map((Part, at) => (
          <Part key={at} />
        ))}
        <ViewMenu />
      </div>
    </div>
  );
}
