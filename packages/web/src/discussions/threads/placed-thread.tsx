import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import { lineRangeLabel } from '../lines/line-range.ts';
import { placementTextId, placementTextIn } from '../model/placement-text.ts';
import { type Refs, seenIn } from '../model/seen-in.ts';
import { Thread } from './thread.tsx';

type PlacedThreadProps = {
  discussion: PageDiscussion;
  /** The comparison that it is shown in. */
  refs: Refs;
  /** What became of its place stands above it already. */
  isToldAbove?: boolean;
  className?: string;
};

/** A thread at its place in a comparison, with the lines it is about where there are several, and what became of them. */
export function PlacedThread({ discussion, refs, isToldAbove = false, className }: PlacedThreadProps) {
  const range = lineRangeLabel(seenIn(discussion, refs)?.position ?? discussion.position);
  const became = isToldAbove ? null : placementTextIn(discussion, refs);
  const id = placementTextId(discussion);
  return (
    <>
      {(range !== null || became !== null) && (
        <p className="mt-1 flex flex-wrap gap-x-2 text-sm text-fg-muted">
          {range !== null && <span>{range}</span>}
          {became !== null && <span id={id}>{became}</span>}
        </p>
      )}
      <Thread
        discussion={discussion}
        describedBy={isToldAbove || became !== null ? id : undefined}
        {...(className !== undefined && { className })}
      />
    </>
  );
}
