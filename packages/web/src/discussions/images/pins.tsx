import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import type { PageDraft } from '@tributary/contract/merge-requests/reviews.ts';
import clsx from 'clsx';
import { Pencil } from 'lucide-react';
import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import { starterOf } from '../model/starter-of.ts';
import { focusWhenRendered } from '../../lib/focus-when-rendered.ts';
import { movedSpot, type Spot, spotIn, spotOf } from './image-spots.ts';
import { useMovedPin } from './use-moved-pin.ts';

/** `md` on the image of a changed file, `sm` where the image or a thread is shown in small. */
export type PinSize = 'sm' | 'md';

const SIZES: Record<PinSize, string> = { sm: 'size-5', md: 'size-6' };
const PIN = 'absolute -translate-x-1/2 -translate-y-1/2 border-2 border-surface shadow-sm';

const pinClasses = (size: PinSize) =>
  clsx('flex shrink-0 items-center justify-center rounded-full text-xs font-semibold', SIZES[size]);

const numberColors = ({ resolved }: PageDiscussion) =>
  resolved ? 'bg-raised text-fg-muted' : 'bg-accent text-on-accent';

/** The number of a pin, beside the thread that it belongs to. */
export function PinNumber({ discussion, number }: { discussion: PageDiscussion; number: number }) {
  return (
    <span aria-hidden className={clsx('mt-2.5', pinClasses('sm'), numberColors(discussion))}>
      {number}
    </span>
  );
}

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
  size: PinSize;
  label: (spot: Spot) => string;
  className: string;
  onPress: () => void;
  children: ReactNode;
}) {
  const { at, save, size, label, className, onPress, children } = props;
  const { spot, wasDragged, handlers } = useMovedPin(at, save);
  return (
    <button
      type="button"
      className={clsx(PIN, pinClasses(size), className, handlers && 'touch-none')}
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

type PinProps = {
  discussion: PageDiscussion;
  number: number;
  size: PinSize;
  onMove: MovePin<PageDiscussion> | undefined;
};

function Pin({ discussion, number, size, onMove }: PinProps) {
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
      size={size}
      className={numberColors(discussion)}
      onPress={() => goToThread(discussion)}
    >
      {number}
    </MovedPin>
  );
}

type PendingPinProps = { draft: PageDraft; size: PinSize; onMove: MovePin<PageDraft> | undefined; onPress: () => void };

function PendingPin({ draft, size, onMove, onPress }: PendingPinProps) {
  const spot = draft.position && spotOf(draft.position);
  if (!spot) return null;
  return (
    <MovedPin
      at={spot}
      save={onMove ? (to) => onMove(draft, to) : null}
      label={(now) => `Pending comment ${placeWords(now)}${onMove ? `. ${KEY_WORDS}` : ''}`}
      size={size}
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
      className={clsx(PIN, pinClasses('md'), 'bg-warning text-on-accent')}
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
  size?: PinSize;
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
export function Pins(props: PinsProps) {
  const { threads, size = 'md', drafts = NO_DRAFTS, goToDraft, placing, onPlace, onMove, onMoveDraft } = props;
  const onClick = (event: MouseEvent<HTMLDivElement>) => {
    if (!onPlace) return;
    onPlace(spotIn(event.currentTarget, event));
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- the button below the image does the same for the keyboard
    <div className={clsx('absolute inset-0', onPlace && 'cursor-crosshair')} onClick={onClick}>
      {threads.map((discussion, at) => (
        <Pin key={discussion.id} discussion={discussion} number={at + 1} size={size} onMove={onMove} />
      ))}
      {drafts.map((draft) => (
        <PendingPin
          key={draft.id}
          draft={draft}
          size={size}
          onMove={onMoveDraft}
          onPress={() => goToDraft?.(draft.id)}
        />
      ))}
      {placing && onPlace && <NewPin spot={placing} onMove={onPlace} />}
    </div>
  );
}
