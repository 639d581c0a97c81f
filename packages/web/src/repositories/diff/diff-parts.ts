import type { DiffFileView } from '@tributary/contract/projects/repository-diff.ts';
import type { ComponentType } from 'react';
import type { DiffTableProps } from '../../ui/diff/diff-table.tsx';

/** What a page adds to the files of its diff. The same object as long as the page is shown. */
export type DiffParts = {
  /** In the header of a file; `open` unfolds it. */
  Actions: ComponentType<{ file: DiffFileView; open: () => void }>;
  /** Above the lines of an open file. */
  Top: ComponentType<{ file: DiffFileView }>;
  /** The lines of an open file. */
  Lines: ComponentType<DiffTableProps & { file: DiffFileView }>;
  /** In place of the lines of a changed image. */
  Picture: ComponentType<{ file: DiffFileView }>;
};

/** Something within a file that the address names by another name. */
export type NamedWithin = { hash: string; fileHash: string };
