import type { DiffFileSummary, DiffsMetadata, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import type { DiffsAddresses, MergeRequestShowPageData } from '@tributary/contract/merge-requests/page.ts';
import { createContext, use, useSyncExternalStore } from 'react';
import type { SelectedLines } from '../../ui/diff/use-selected-lines.ts';
import type { DiffParams } from '../queries.ts';
import type { LineComments } from '../../discussions/lines/line-comments.ts';
import type { DiffFileStore } from './model/diff-file-store.ts';
import type { TreeNode } from './model/file-tree.ts';
import type { FileViews } from './model/file-views.ts';
import type { Signal } from '../../lib/signal.ts';
import type { ChangesSlots } from './slots.ts';
import type { ViewSettings } from './use-view-settings.ts';

/** A file, or something within it by its id. `top` is where on the screen it shall stand, in pixels. */
export type DiffTarget = {
  fileHash: string;
  elementId?: string;
  /** What the address says, where that is not the id. */
  hash?: string;
  focus?: boolean;
  top?: number;
};

/** Everything the parts of the Changes view share. Stable while the same comparison is shown the same way. */
export type Changes = {
  /** Null for changes that are not proposed yet. */
  mergeRequest: MergeRequestShowPageData | null;
  addresses: DiffsAddresses;
  /** `view` is what is shown: inline where there is no room for two sides. */
  params: DiffParams;
  settings: ViewSettings;
  metadata: DiffsMetadata;
  /** In the order they are read: that of the tree. */
  files: readonly DiffFileSummary[];
  /** All of them in their folders. */
  tree: readonly TreeNode[];
  /** Lines of the files. */
  store: DiffFileStore;
  /** Folds and what else the reader did with a file. */
  views: FileViews;
  /** `file_hash` of the file being read. */
  current: Signal<string | null>;
  /** Positions in `files` that shall be drawn, though nothing near them is in view. */
  revealed: Signal<number>;
  /** The hash that was last gone to. */
  named: Signal<string>;
  comments: LineComments;
  slots: ChangesSlots;
  /** Asks for the lines of a file that is folded at first. */
  loadFolded: (file: PageDiffFile) => Promise<void>;
  /** Draws, loads, opens and scrolls to it, whatever state it is in. Answers whether it was found. */
  goTo: (target: DiffTarget) => Promise<boolean>;
  /** Puts lines of a file into the address and marks them; the page stays where it is. */
  nameLines: (fileHash: string, lines: SelectedLines) => void;
  /** Where a hash leads to in what is shown, also when another version has arrived: for links. */
  addressOf: (hash: string) => string;
  /** To another file, by steps in reading order from the one being read; the address names it. */
  step: (by: number) => Promise<void>;
};

const ChangesContext = createContext<Changes | null>(null);

export const ChangesProvider = ChangesContext.Provider;

export function useChanges(): Changes {
  const changes = use(ChangesContext);
  if (!changes) throw new Error('There is no Changes view above.');
  return changes;
}

/** Hash of the file being read, followed while the reader scrolls. */
export function useCurrentFile(): string | null {
  const { current } = useChanges();
  return useSyncExternalStore(current.subscribe, current.get);
}
