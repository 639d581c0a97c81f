import type { DiffFileView } from '@tributary/contract/projects/repository-diff.ts';
import { useMemo } from 'react';
import { DiffTable, type DiffTableProps } from '../../ui/diff/diff-table.tsx';
import { loadedLater } from '../../ui/loaded-later.tsx';
import { beginBelow } from '../lines/line-comments.ts';
import { useLineInsertions } from '../lines/line-insertions.tsx';
import { showMarked, useMarksOf } from '../lines/thread-marks.ts';
import { linesFileOf, useCommentsOnFile, useCommitTalk } from './commit-talk.ts';

/** Threads, editors and what belongs to them come after the lines. */
export const TalkBelowLine = loadedLater(() => import('../lines/talk-below-line.tsx'));

/** The lines of a file of a commit, with what is said about them. */
export function TalkedLines({ file, ...table }: DiffTableProps & { file: DiffFileView }) {
  const { comments, refs } = useCommitTalk();
  const { rows } = table;
  const said = useCommentsOnFile(file);
  const lines = useMemo(() => linesFileOf(file, refs), [file, refs]);
  return (
    <DiffTable
      {...table}
      insertions={useLineInsertions(lines, rows, said, { comments, Talk: TalkBelowLine })}
      marks={useMarksOf(said, lines, rows)}
      onMark={(_index, key) => showMarked(key)}
      {...(comments.canBegin && { onComment: beginBelow(comments, lines, rows) })}
    />
  );
}
