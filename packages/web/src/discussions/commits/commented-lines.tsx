import type { DiffFileView } from '@tributary/contract/projects/repository-diff.ts';
import { useMemo } from 'react';
import { opensField } from '../../lib/hold-keys.ts';
import { DiffTable, type DiffTableProps } from '../../ui/diff/diff-table.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { beginBelow } from '../lines/line-comments.ts';
import { useLineInsertions } from '../lines/line-insertions.tsx';
import { showMarked, useThreadButtonsOf } from '../lines/thread-buttons.ts';
import { linesFileOf, useCommentsOnFile, useCommitComments } from './commit-comments.ts';

/** Threads, editors and what belongs to them come after the lines. */
export const DiscussionsBelowLine = lazyPart(() => import('../lines/discussions-below-line.tsx'));

/** The lines of a file of a commit, with what is said about them. */
export function CommentedLines({ file, ...table }: DiffTableProps & { file: DiffFileView }) {
  const { comments, refs } = useCommitComments();
  const { rows } = table;
  const said = useCommentsOnFile(file);
  const lines = useMemo(() => linesFileOf(file, refs), [file, refs]);
  return (
    <DiffTable
      {...table}
      insertions={useLineInsertions(lines, rows, said, { comments, Talk: DiscussionsBelowLine })}
      marks={useThreadButtonsOf(said, lines, rows)}
      onMark={(_index, key) => showMarked(key)}
      {...(comments.canBegin && { onComment: opensField(beginBelow(comments, lines, rows)) })}
    />
  );
}
