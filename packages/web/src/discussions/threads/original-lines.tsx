import { displayPath } from '@tributary/contract/projects/display-path.ts';
import type { LineColours, PageDiffLine } from '@tributary/contract/discussions/page.ts';
import { useMemo } from 'react';
import { useAnswer } from '../../lib/answers.ts';
import { DiffTable } from '../../ui/diff/diff-table.tsx';
import { toDiffRows } from '../model/to-diff-rows.ts';
import { fetchBeginning } from '../store/beginnings.ts';
import { useDiscussionStore } from '../store/use-discussions.tsx';

type BegunLinesProps = { threadId: string; lines: readonly PageDiffLine[]; name: string };

/** The lines that a thread was begun on. Colours come after them, so that nobody waits; heights do not change. */
export function OriginalLines({ threadId, lines, name }: BegunLinesProps) {
  const { lineColoursPath: path } = useDiscussionStore().notes;
  const { data: colours } = useAnswer({
    key: ['discussions', 'line-colours', path, threadId],
    ask: () => fetchBeginning<LineColours>(path, threadId),
    freshMs: Number.POSITIVE_INFINITY,
  });
  const rows = useMemo(
    () => toDiffRows(lines.map((line, at) => ({ ...line, rich_text: colours?.rich_text[at] ?? line.rich_text }))),
    [lines, colours],
  );
  return <DiffTable rows={rows} view="inline" label={displayPath(name)} />;
}
