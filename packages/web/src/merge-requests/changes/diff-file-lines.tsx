import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { beginBelow } from '../../discussions/lines/line-comments.ts';
import { NO_GUTTER_BUTTONS, type GutterButtons } from '../../ui/diff/chunk-html.ts';
import { opensField } from '../../lib/hold-keys.ts';
import type { DiffRow } from '../../ui/diff/diff-row.ts';
import { DiffTable } from '../../ui/diff/diff-table.tsx';
import type { ExpandWay } from '../../ui/diff/expand-ways.ts';
import { useChanges } from './changes-context.ts';
import { useFileComments } from './use-file-comments.ts';
import { useLineInsertions } from '../../discussions/lines/line-insertions.tsx';
import { LineDiscussions } from './lines/line-comments-feed.ts';
import { useCoveredRows } from './reports/reports-context.ts';
import { useRebasedRows } from './since/rebased-context.ts';
import { useFileLines, useFileView } from './use-diff-file.ts';
import { useFoldedMoves } from './use-folded-moves.ts';
import { readNames } from './read-names.ts';

const joined = new WeakMap<GutterButtons, WeakMap<GutterButtons, GutterButtons>>();

/** Both maps as one, the same one for the same two. */
function join(one: GutterButtons, other: GutterButtons): GutterButtons {
  if (one.size === 0) return other;
  if (other.size === 0) return one;
  const known = joined.get(one) ?? new WeakMap<GutterButtons, GutterButtons>();
  joined.set(one, known);
  const found = known.get(other);
  if (found) return found;
  const all = new Map(one);
  for (const [index, marks] of other) all.set(index, [...(all.get(index) ?? []), ...marks]);
  known.set(other, all);
  return all;
}

/** Marks of all slots; a press is told to the one that made the mark. */
function useMarks(file: PageDiffFile, rows: readonly DiffRow[]) {
  const { slots } = useChanges();
  // The list of slots never changes, so neither does the order of these hooks.
  // oxlint-disable-next-line react-hooks/rules-of-hooks
  const sources = slots.rowMarks.map((useRowMarks) => useRowMarks(file, rows));
  const onMark = (index: number, key: string) => {
    const owner = sources.find(({ marks }) => marks.get(index)?.some((mark) => mark.key === key));
    owner?.onMark(index, key);
  };
  return { marks: sources.map(({ marks }) => marks).reduce(join, NO_GUTTER_BUTTONS), onMark };
}

/** The lines of an open file with what stands between and beside them. */
export function DiffFileLines({ file }: { file: PageDiffFile }) {
  const { comments, params, nameLines, addressOf } = useChanges();
  const view = useFileView(file.file_hash);
  const said = useFileComments(file.file_hash);
  const { problem, areCommentsHidden, selected } = view;
  const { rows: all, expand } = useFileLines(file, view);
  const shown = useCoveredRows(file, useRebasedRows(file, all, said));
  const { rows, sourceOf, onFold } = useFoldedMoves(file, shown, view, said);
  const { marks, onMark } = useMarks(file, rows);
  const insertions = useLineInsertions(file, rows, said, { comments, Talk: LineDiscussions });
  const canComment = comments.canBegin && file.comments_disabled_reason === null;
  return (
    <>
      {problem !== null && (
        <p role="alert" className="border-b bg-failed-soft px-4 py-1 text-sm">
          {problem}
        </p>
      )}
      <DiffTable
        rows={rows}
        view={params.view}
        label={readNames(file).file_path}
        marks={marks}
        onMark={onMark}
        selected={selected}
        addressOf={addressOf}
        onLink={(lines) => nameLines(file.file_hash, lines)}
        {...(!areCommentsHidden && { insertions })}
        {...(canComment && { onComment: opensField(beginBelow(comments, file, rows)) })}
        {...(file.context_lines_path !== null && {
          onExpand: (index: number, way: ExpandWay) => expand(sourceOf(index), way),
        })}
        onFold={onFold}
      />
    </>
  );
}
