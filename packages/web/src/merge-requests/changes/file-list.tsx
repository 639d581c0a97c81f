import type { DiffFileSummary } from '@tributary/contract/merge-requests/diffs.ts';
import { memo, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useChanges } from './changes-context.ts';
import { DiffFileCard } from './diff-file-card.tsx';
import { tellFirstLines } from './first-lines.ts';
import { estimatedHeight } from './model/estimated-height.ts';
import { EAGER_FILES } from './use-changes.ts';
import { useFrontier } from './use-frontier.ts';

/** Files drawn or left out together: a card for each of thousands of files would be too much to hold. */
const GROUP = 20;
const NEAR = '1500px 0px';

function useIsDrawn(from: number, to: number) {
  const { revealed } = useChanges();
  const place = useRef<HTMLDivElement>(null);
  // Those that are loaded in any case are drawn in any case: the browser's own find shall see them.
  const [isNear, setNear] = useState(from < EAGER_FILES);
  const isRevealed = useSyncExternalStore(revealed.subscribe, () => revealed.get() >= from && revealed.get() < to);
  useEffect(() => {
    if (isRevealed) setNear(true);
  }, [isRevealed]);
  useEffect(() => {
    const element = place.current;
    if (!element || isNear) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setNear(true);
      },
      { rootMargin: NEAR },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [isNear]);
  return { place, isDrawn: isNear || isRevealed };
}

/** Once drawn, a group stays, so that the browser's own find sees each file that was open. */
const FileGroup = memo(function FileGroup({ files, from }: { files: readonly DiffFileSummary[]; from: number }) {
  const { place, isDrawn } = useIsDrawn(from, from + files.length);
  if (isDrawn) return files.map((file) => <DiffFileCard key={file.file_hash} summary={file} />);
  const height = files.reduce((sum, file) => sum + estimatedHeight(file), 0);
  return <div ref={place} className="invisible" style={{ height }} />;
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
    if (frontier > 0) tellFirstLines();
  }, [frontier]);
  if (frontier === 0) return <FirstFilesPlaceholder />;
  const shown = files.slice(0, frontier);
  const rest = files.slice(frontier).reduce((sum, file) => sum + estimatedHeight(file), 0);
  const starts = Array.from({ length: Math.ceil(shown.length / GROUP) }, (_, at) => at * GROUP);
  return (
    <>
      {starts.map((from) => (
        <FileGroup key={from} files={shown.slice(from, from + GROUP)} from={from} />
      ))}
      {rest > 0 && <div className="invisible" style={{ height: rest }} />}
    </>
  );
}
