import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import type { PageDraft } from '@tributary/contract/merge-requests/reviews.ts';
import clsx from 'clsx';
import { Pencil } from 'lucide-react';
import type { KeyboardEvent, MouseEvent } from 'react';
import { starterOf } from '../../../discussions/model/starter-of.ts';
import { focusSoon } from '../../../lib/focus-soon.ts';
import { focusDraft } from '../../review/draft-focus.ts';
import { movedSpot, type Spot, spotOf } from './image-places.ts';

const PIN =
  'absolute flex size-6 -translate-x-1/2 -translate-y-1/2 items-center justify-center rounded-full border-2 border-surface text-xs font-semibold shadow-sm';

function goToThread(discussion: PageDiscussion): void {
  const id = starterOf(discussion)?.id;
  if (id === undefined) return;
  document.getElementById(`note_${id}`)?.scrollIntoView({ block: 'nearest' });
  focusSoon(() => document.getElementById(`note_${id}`));
}

function Pin({ discussion, number }: { discussion: PageDiscussion; number: number }) {
  const spot = discussion.position && spotOf(discussion.position);
  if (!spot) return null;
  const author = starterOf(discussion)?.author?.name ?? 'a deleted user';
  return (
    <button
      type="button"
      className={clsx(PIN, discussion.resolved ? 'bg-raised text-fg-muted' : 'bg-accent text-on-accent')}
      style={{ left: `${spot.x}%`, top: `${spot.y}%` }}
      aria-label={`Comment ${number} by ${author}${discussion.resolved ? ', resolved' : ''}`}
      onClick={(event) => {
        event.stopPropagation();
        goToThread(discussion);
      }}
    >
      {number}
    </button>
  );
}

function PendingPin({ draft }: { draft: PageDraft }) {
  const spot = draft.position && spotOf(draft.position);
  if (!spot) return null;
  return (
    <button
      type="button"
      className={clsx(PIN, 'bg-warning text-on-accent')}
      style={{ left: `${spot.x}%`, top: `${spot.y}%` }}
      aria-label={`Pending comment at ${Math.round(spot.x)}% from the left and ${Math.round(spot.y)}% from the top`}
      onClick={(event) => {
        event.stopPropagation();
        focusDraft(draft.id);
      }}
    >
      <Pencil size={12} aria-hidden />
    </button>
  );
}

function NewPin({ spot, onMove }: { spot: Spot; onMove: (spot: Spot) => void }) {
  const onKeyDown = (event: KeyboardEvent) => {
    const next = movedSpot(spot, event.key, event.shiftKey);
    if (!next) return;
    event.preventDefault();
    onMove(next);
  };
  return (
    <button
      type="button"
      className={clsx(PIN, 'bg-warning text-on-accent')}
      style={{ left: `${spot.x}%`, top: `${spot.y}%` }}
      aria-label={`New comment at ${Math.round(spot.x)}% from the left and ${Math.round(spot.y)}% from the top. Arrow keys move it.`}
      onKeyDown={onKeyDown}
      onClick={(event) => event.stopPropagation()}
    >
      +
    </button>
  );
}

export type PinsProps = {
  threads: readonly PageDiscussion[];
  /** The reader's own that are not published. */
  drafts?: readonly PageDraft[];
  /** Where a comment is being written. */
  placing: Spot | null;
  /** Undefined when nobody may comment here. */
  onPlace: ((spot: Spot) => void) | undefined;
};

const NO_DRAFTS: readonly PageDraft[] = [];

/** Lies over a picture: numbered comments, and the place that a click chooses. */
export function Pins({ threads, drafts = NO_DRAFTS, placing, onPlace }: PinsProps) {
  const onClick = (event: MouseEvent<HTMLDivElement>) => {
    if (!onPlace) return;
    const box = event.currentTarget.getBoundingClientRect();
    onPlace({ x: ((event.clientX - box.left) / box.width) * 100, y: ((event.clientY - box.top) / box.height) * 100 });
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the button below the picture does the same for the keyboard
    <div className={clsx('absolute inset-0', onPlace && 'cursor-crosshair')} onClick={onClick}>
      {threads.map((discussion, at) => (
        <Pin key={discussion.id} discussion={discussion} number={at + 1} />
      ))}
      {drafts.map((draft) => (
        <PendingPin key={draft.id} draft={draft} />
      ))}
      {placing && onPlace && <NewPin spot={placing} onMove={onPlace} />}
    </div>
  );
}
