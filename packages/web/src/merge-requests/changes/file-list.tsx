import type { DiffFileSummary } from '@tributary/contract/merge-requests/diffs.ts';
import { memo, useEffect, useRef, useState } from 'react';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useChanges } from './changes-context.ts';
import { cardsOf, type CardGroupPlaceholder, placeholderHeightOf } from './card-group-placeholder.tsx';
import { firstLines, resolveFirstLines } from './first-lines.ts';
import { EAGER_FILES } from './use-changes.ts';
import { useFrontier } from './use-frontier.ts';

/** Files drawn or left out together, at most so many, and fewer where they are long: thousands of cards are too much to hold. */
const GROUP = 20;
const GROUP_LINES = 1_000;

type Group = { from: number; files: DiffFileSummary[] };

function groupsOf(files: readonly DiffFileSummary[]): Group[] {
  const groups: Group[] = [];
  let lines = 0;
  for (const [from, file] of files.entries()) {
    let group = groups.at(-1);
    if (!group || group.files.length === GROUP || lines > GROUP_LINES) {
      groups.push((group = { from, files: [] }));
      lines = 0;
    }
    group.files.push(file);
    lines += file.added_lines + file.removed_lines;
  }
  return groups;
}

/** Drawn near its reader; told by what decides it (card-keeper.ts), without which all is drawn. */
const FileGroup = memo(function FileGroup({ files, from }: Group) {
  const changes = useChanges();
  const place = useRef<HTMLDivElement>(null);
  // Those that are loaded in any case are drawn in any case: the browser's own find shall see them.
  const [far, show] = useState<CardGroupPlaceholder | null>(from < EAGER_FILES ? null : placeholderHeightOf(files));
  useEffect(() => {
    // Imports that were begun one after the other come in any order: what is no more true must not be heard last.
    let element = place.current;
    firstLines
      .then(() => import('./card-virtualizer.tsx'))
      .then(
        ({ cardVirtualizer }) => cardVirtualizer.put(element, { files, changes, show }),
        () => show(null),
      );
    return () => void (element = null);
  }, [files, changes]);
  // Not seen itself: what is growing around the lines in sight is nothing that moves.
  return (
    <div ref={place} className="invisible flow-root *:visible" style={far?.style}>
      {far ? far.cards : cardsOf(changes, files)}
    </div>
  );
});

/** Widths in percent: as lines of code look from afar. */
const LINES_ON_THEIR_WAY = [52, 68, 34, 61, 74, 45, 28, 57, 66, 40, 71, 49, 30, 63];

/** What the first files will take, while they are on their way; it fills the screen, so nothing is pushed about. */
function FirstFilesPlaceholder() {
  return (
    <div className="flex min-h-screen flex-col gap-2 rounded-md border p-2" aria-busy="true">
      <Skeleton width="40%" height="20px" />
      {LINES_ON_THEIR_WAY.map((width, at) => (
        <Skeleton key={at} width={`${width}%`} height="12px" />
      ))}
      <span role="status" className="sr-only">
        Loading the changed files
      </span>
    </div>
  );
}

/** All files below each other. Those that follow one that is still on its way are held back, so that nothing moves. */
export function FileList() {
  const { files } = useChanges();
  const frontier = useFrontier();
  useEffect(() => {
    if (frontier > 0) resolveFirstLines();
  }, [frontier]);
  if (frontier === 0) return <FirstFilesPlaceholder />;
  const rest = files.slice(frontier);
  return (
    <>
      {groupsOf(files.slice(0, frontier)).map((group) => (
        <FileGroup key={group.from} {...group} />
      ))}
      <div className="invisible" style={placeholderHeightOf(rest).style} />
    </>
  );
}
