import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import type { PageDraft } from '@tributary/contract/merge-requests/reviews.ts';
import clsx from 'clsx';
import { Pencil } from 'lucide-react';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { starterOf } from '../model/starter-of.ts';
import { focusWhenRendered } from '../../lib/focus-when-rendered.ts';
import { movedSpot, type Spot, spotIn, spotOf } from './image-spots.ts';
import { useMovedPin } from './use-moved-pin.ts';

const PIN =
  'absolute flex size-6 -translate-x-1/2 -translate-y-1/2 items-center justify-center rounded-full border-2 border-surface text-xs font-semibold shadow-sm';

function goToThread(discussion: PageDiscussion): void {
  const id = starterOf(discussion)?.id;
  if (id === undefined) return;
  document.getElementById(`note_${id}`)?.scrollIntoView({ block: 'nearest' });
  focusWhenRendered(() => document.getElementById(`note_${id}`));
}

/** Saves where a pin was put; null where it may not be moved. */
type MovePin<T> = (pinned: T, to: Spot) => Promise<void>;

const placeWords = ({ x, y }: Spot) => `at ${Math.round(x)}% from the left and ${Math.round(y)}% from the top`;
const KEY_WORDS = 'Use the arrow keys to move it.';

function MovedPin(props: {
  at: Spot;
  save: ((to: Spot) => Promise<void>) | null;
  label: (spot: Spot) => string;
  className: string;
  onPress: () => void;
  children: ReactNode;
}) {
  const { at, save, label, className, onPress, children } = props;
  const { spot, wasDragged, handlers } = useMovedPin(at, save);
  return (
    <button
      type="button"
      className={clsx(PIN, className, handlers && 'touch-none')}
      style={{ left: `${spot.x}%`, top: `${spot.y}%` }}
      aria-label={label(spot)}
      {...handlers}
      onClick={(event) => {
        event.stopPropagation();
        if (!wasDragged() || event.detail === 0) onPress();
      }}
    >
      {children}
    </button>
  );
}

type PinProps = { discussion: PageDiscussion; number: number; onMove: MovePin<PageDiscussion> | undefined };

function Pin({ discussion, number, onMove }: PinProps) {
  const spot = discussion.position && spotOf(discussion.position);
  if (!spot) return null;
  const starter = starterOf(discussion);
  const name = `Comment ${number} by ${starter?.author?.name ?? 'a deleted user'}`;
  const state = discussion.resolved ? ', resolved' : '';
  const isMovable = onMove !== undefined && starter?.current_user.can_edit === true;
  return (
    <MovedPin
      at={spot}
      save={isMovable ? (to) => onMove(discussion, to) : null}
      label={(now) => (isMovable ? `${name}${state}, ${placeWords(now)}. ${KEY_WORDS}` : `${name}${state}`)}
      className={discussion.resolved ? 'bg-raised text-fg-muted' : 'bg-accent text-on-accent'}
      onPress={() => goToThread(discussion)}
    >
      {number}
    </MovedPin>
  );
}

type PendingPinProps = { draft: PageDraft; onMove: MovePin<PageDraft> | undefined; onPress: () => void };

function PendingPin({ draft, onMove, onPress }: PendingPinProps) {
  const spot = draft.position && spotOf(draft.position);
  if (!spot) return null;
  return (
    <MovedPin
      at={spot}
      save={onMove ? (to) => onMove(draft, to) : null}
      label={(now) => `Pending comment ${placeWords(now)}${onMove ? `. ${KEY_WORDS}` : ''}`}
      className="bg-warning text-on-accent"
      onPress={onPress}
    >
      <Pencil size={12} aria-hidden />
    </MovedPin>
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
      aria-label={`New comment ${placeWords(spot)}. ${KEY_WORDS}`}
      onKeyDown={onKeyDown}
      onClick={(event) => event.stopPropagation()}
    >
      +
    </button>
  );
}

export type PinsProps = {
  threads: readonly PageDiscussion[];
  /** The reader's own that are not published, and the way to them. */
  drafts?: readonly PageDraft[];
  goToDraft?: (id: number) => void;
  /** Where a comment is being written. */
  placing: Spot | null;
  /** Undefined when nobody may comment here. */
  onPlace: ((spot: Spot) => void) | undefined;
  /** Saves where a pin was put; without them nothing is moved. */
  onMove?: MovePin<PageDiscussion>;
  onMoveDraft?: MovePin<PageDraft>;
};

const NO_DRAFTS: readonly PageDraft[] = [];

/** Lies over an image: numbered comments, and the place that a click chooses. */
export function Pins({ threads, drafts = NO_DRAFTS, goToDraft, placing, onPlace, onMove, onMoveDraft }: PinsProps) {
  const onClick = (event: MouseEvent<HTMLDivElement>) => {
    if (!onPlace) return;
    onPlace(spotIn(event.currentTarget, event));
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the button below the image does the same for the keyboard
    <div className={clsx('absolute inset-0', onPlace && 'cursor-crosshair')} onClick={onClick}>
      {threads.map((discussion, at) => (
        <Pin key={discussion.id} discussion={discussion} number={at + 1} onMove={onMove} />
      ))}
      {drafts.map((draft) => (
        <PendingPin key={draft.id} draft={draft} onMove={onMoveDraft} onPress={() => goToDraft?.(draft.id)} />
      ))}
      {placing && onPlace && <NewPin spot={placing} onMove={onPlace} />}
    </div>
  );
}
