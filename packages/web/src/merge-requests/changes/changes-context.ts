import type { DiffFileSummary, DiffsMetadata, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import type { DiffsAddresses, MergeRequestShowPageData } from '@tributary/contract/merge-requests/page.ts';
import { createContext, use } from 'react';
import type { DiffParams } from '../queries.ts';
import type { LineComments } from './line-comments.ts';
import type { DiffFileStore } from './model/diff-file-store.ts';
import type { FileViews } from './model/file-views.ts';
import type { ChangesSlots } from './slots.ts';

/** A file, or a line of it, or a note: what a hash can name. */
export type DiffTarget = { fileHash: string; elementId?: string; focus?: boolean };

/** Everything the parts of the Changes view share. Stable while the same comparison is shown, but for `params`. */
export type Changes = {
  /** Null for changes that are not proposed yet. */
  mergeRequest: MergeRequestShowPageData | null;
  addresses: DiffsAddresses;
  params: DiffParams;
  metadata: DiffsMetadata;
  /** In the order they are read: that of the tree. */
  files: readonly DiffFileSummary[];
  /** Lines of the files. */
  store: DiffFileStore;
  /** Folds and what else the reader did with a file. */
  views: FileViews;
  comments: LineComments;
  slots: ChangesSlots;
  /** Asks for the lines of a file that is folded at first. */
  loadFolded: (file: PageDiffFile) => Promise<void>;
  /** Opens, loads and scrolls to it, whatever state it is in; the address names it. */
  goTo: (target: DiffTarget) => Promise<void>;
};

const ChangesContext = createContext<Changes | null>(null);

export const ChangesProvider = ChangesContext.Provider;

export function useChanges(): Changes {
  const changes = use(ChangesContext);
  if (!changes) throw new Error('There is no Changes view above.');
  return changes;
}
