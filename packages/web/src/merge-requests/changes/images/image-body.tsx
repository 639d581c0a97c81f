import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import type { PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { useCallback, useMemo, useState } from 'react';
import { Thread } from '../../../discussions/threads/thread.tsx';
import { useDiscussionStore, useDiscussions } from '../../../discussions/store/use-discussions.tsx';
import { focusSoon } from '../../../lib/focus-soon.ts';
import { Button } from '../../../ui/button.tsx';
import { ButtonGroup } from '../../../ui/button-group.tsx';
import { PositionForm } from '../../../discussions/lines/position-form.tsx';
import { useChanges } from '../changes-context.ts';
import { useFileComments } from '../use-file-comments.ts';
import { useFileView } from '../use-diff-file.ts';
import { type CompareMode, OnionSkin, SideBySide, Swipe } from './compare-modes.tsx';
import { pixelsAt, type Spot } from './image-places.ts';
import { type ImageSide, type Pixels, sidesOf } from './image-sides.ts';
import { Pins } from './pins.tsx';
import { isPin, pinsOn } from './pins-on.ts';
import { usePinMoves } from './use-pin-moves.ts';

const MODES: readonly { mode: CompareMode; label: string }[] = [
  { mode: '2-up', label: '2-up' },
  { mode: 'swipe', label: 'Swipe' },
  { mode: 'onion', label: 'Onion skin' },
];

function usePins(file: PageDiffFile): PageDiscussion[] {
  const { discussions } = useDiscussions();
  return useMemo(() => pinsOn(file, discussions), [discussions, file]);
}

function Modes({ mode, onMode }: { mode: CompareMode; onMode: (mode: CompareMode) => void }) {
  return (
    <ButtonGroup label="How the pictures are compared" className="self-center">
      {MODES.map((each) => (
        <Button key={each.mode} size="sm" aria-pressed={mode === each.mode} onClick={() => onMode(each.mode)}>
          {each.label}
        </Button>
      ))}
    </ButtonGroup>
  );
}

function PinThreads({ threads }: { threads: readonly PageDiscussion[] }) {
  if (threads.length === 0) return null;
  return (
    <ol className="flex flex-col gap-2">
      {threads.map((discussion, at) => (
        <li key={discussion.id} className="flex gap-2">
          <span
            aria-hidden
            className="mt-2 flex size-6 shrink-0 items-center justify-center rounded-full bg-sunken text-xs font-semibold"
          >
            {at + 1}
          </span>
          <Thread discussion={discussion} className="min-w-0 flex-1" />
        </li>
      ))}
    </ol>
  );
}

/** The form below the pictures, for the place that the new pin stands on. */
function NewComment(props: { file: PageDiffFile; spot: Spot; size: Pixels; autoFocus: boolean; onClose: () => void }) {
  const { file, spot, size, onClose } = props;
  const { params } = useChanges();
  return (
    <PositionForm
      label={`Comment on ${file.file_path}`}
      field={`image-${file.file_hash}`}
      position={{
        ...file.diff_refs,
        old_path: file.old_path,
        new_path: file.new_path,
        position_type: 'image',
        ...pixelsAt(spot, size),
      }}
      lookedAt={params.commit_id}
      autoFocus={props.autoFocus}
      onClose={onClose}
    />
  );
}

const MIDDLE: Spot = { x: 50, y: 50 };

function useNewPin(file: PageDiffFile, told: Pixels | null) {
  const { canCreateNote } = useDiscussionStore().notes.currentUser;
  const [size, setSize] = useState(told);
  const [spot, setSpot] = useState<Spot | null>(null);
  /** Begun with the button: the pin takes the keys first, the form waits. */
  const [isByKeys, setByKeys] = useState(false);
  const mayPlace = canCreateNote && file.comments_disabled_reason === null && size !== null;
  const keepSize = useCallback((next: Pixels) => setSize(next), []);
  return { size, keepSize, spot, setSpot, isByKeys, setByKeys, mayPlace };
}

/** A changed picture in the way its reader likes to compare, with what is said about places on it. */
export default function ImageBody({ file }: { file: PageDiffFile }) {
  const { areCommentsHidden } = useFileView(file.file_hash);
  const sides: ImageSide[] = useMemo(() => sidesOf(file), [file]);
  const [mode, setMode] = useState<CompareMode>('2-up');
  const pins = usePins(file);
  const drafts = useFileComments(file.file_hash).drafts.get(file.file_hash)?.filter(isPin) ?? [];
  const shown = areCommentsHidden ? [] : pins;
  const { size, keepSize, spot, setSpot, isByKeys, setByKeys, mayPlace } = useNewPin(
    file,
    sides.at(-1)?.pixels ?? null,
  );
  const moves = usePinMoves();
  const begin = () => {
    setMode('2-up');
    setSpot(MIDDLE);
    setByKeys(true);
    focusSoon(() =>
      document.querySelector<HTMLElement>(`#diff-content-${file.file_hash} button[aria-label^="New comment at"]`),
    );
  };
  const close = () => {
    setSpot(null);
    setByKeys(false);
  };
  const isPair = sides.length > 1;
  const isApart = !isPair || mode === '2-up';
  const overlay = (
    <Pins
      threads={shown}
      drafts={areCommentsHidden ? [] : drafts}
      placing={isApart ? spot : null}
      // A press on both pictures at once would not say which one is meant.
      onPlace={mayPlace && isApart ? setSpot : undefined}
      {...(mayPlace && moves)}
    />
  );
  return (
    <div className="flex flex-col gap-4 p-4">
      {isPair && <Modes mode={mode} onMode={setMode} />}
      {isApart && <SideBySide path={file.file_path} sides={sides} overlay={overlay} onSize={keepSize} />}
      {isPair && mode === 'swipe' && <Swipe path={file.file_path} sides={sides} overlay={overlay} />}
      {isPair && mode === 'onion' && <OnionSkin path={file.file_path} sides={sides} overlay={overlay} />}
      {mayPlace && !spot && (
        <div className="flex justify-center">
          <Button size="sm" onClick={begin}>
            Comment on a place in the picture
          </Button>
        </div>
      )}
      {spot && size && <NewComment file={file} spot={spot} size={size} autoFocus={!isByKeys} onClose={close} />}
      <PinThreads threads={shown} />
    </div>
  );
}
