import { displayPath } from '@tributary/contract/projects/display-path.ts';
import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import { useMemo, useRef, useState } from 'react';
import { focusWhenRendered } from '../../lib/focus-when-rendered.ts';
import { Button } from '../../ui/button.tsx';
import { useKeepFocus } from '../../ui/keep-focus.ts';
import type { LinesFile } from '../lines/lines-file.ts';
import { PositionForm } from '../lines/position-form.tsx';
import type { Refs } from '../model/seen-in.ts';
import { useDiscussions } from '../store/use-discussions.tsx';
import { PlacedThread } from '../threads/placed-thread.tsx';
import type { CompareMode } from '../../ui/images/compare-modes.tsx';
import { pixelsAt, type Spot } from './image-spots.ts';
import type { ImageSide, Pixels } from '../../ui/images/image-side.ts';
import { Compared, Modes } from '../../ui/images/modes.tsx';
import { PinNumber, Pins, type PinsProps } from './pins.tsx';
import { pinsOn } from './pins-on.ts';
import { pinField, useNewPin } from './use-new-pin.ts';
import { useThreadPinMove } from './use-pin-moves.ts';

function PinThreads({ threads, refs }: { threads: readonly PageDiscussion[]; refs: Refs }) {
  if (threads.length === 0) return null;
  return (
    <ol className="flex flex-col gap-2">
      {threads.map((discussion, at) => (
        <li key={discussion.id} className="flex gap-2">
          <PinNumber discussion={discussion} number={at + 1} />
          <div className="min-w-0 flex-1">
            <PlacedThread discussion={discussion} refs={refs} />
          </div>
        </li>
      ))}
    </ol>
  );
}

type NewCommentProps = Pick<ImageDiscussionsProps, 'file' | 'lookedAt'> & {
  spot: Spot;
  size: Pixels;
  autoFocus: boolean;
  onClose: () => void;
};

/** The form below the images, for the place that the new pin stands on. */
function NewComment({ file, lookedAt, spot, size, autoFocus, onClose }: NewCommentProps) {
  return (
    <PositionForm
      label={`Comment on ${displayPath(file.file_path)}`}
      field={pinField(file.file_hash)}
      position={{
        ...file.diff_refs,
        old_path: file.old_path,
        new_path: file.new_path,
        position_type: 'image',
        ...pixelsAt(spot, size),
      }}
      lookedAt={lookedAt}
      autoFocus={autoFocus}
      onClose={onClose}
    />
  );
}

const NO_THREADS: readonly PageDiscussion[] = [];

export type ImageDiscussionsProps = {
  /** The same object while the same comparison is shown. */
  file: LinesFile;
  sides: readonly ImageSide[];
  mayComment: boolean;
  /** The one commit that is looked at, where the changes of many are talked about. */
  lookedAt?: string | null | undefined;
  areCommentsHidden?: boolean;
  /** What is pending there, where comments can be. */
  pending?: Pick<PinsProps, 'drafts' | 'goToDraft' | 'onMoveDraft'>;
};

/** A changed image in the way its reader likes to compare, with what is said about places on it. */
export function ImageDiscussions(props: ImageDiscussionsProps) {
  const { file, sides, mayComment, lookedAt, areCommentsHidden = false, pending } = props;
  const { discussions } = useDiscussions();
  const pins = useMemo(() => pinsOn(file, discussions), [file, discussions]);
  const shown = areCommentsHidden ? NO_THREADS : pins;
  const [mode, setMode] = useState<CompareMode>('2-up');
  const pin = useNewPin(file.file_hash, sides.at(-1)?.pixels ?? null, mayComment);
  const { size, keepSize, hasFailed, setFailed, spot } = pin;
  const mayPlace = mayComment && size !== null && !hasFailed;
  const onMove = useThreadPinMove();
  const place = useRef<HTMLDivElement>(null);
  // What went with the image may have had it.
  const keepFocus = useKeepFocus<HTMLDivElement>(() => place.current?.querySelector<HTMLElement>('figure a[download]'));
  const begin = () => {
    setMode('2-up');
    pin.begin();
    focusWhenRendered(() => place.current?.querySelector<HTMLElement>('button[aria-label^="New comment at"]'));
  };
  const isPair = sides.length > 1;
  const isApart = !isPair || mode === '2-up';
  const { onMoveDraft, drafts, goToDraft } = pending ?? {};
  const overlay = (
    <Pins
      threads={shown}
      {...(!areCommentsHidden && drafts && { drafts })}
      {...(goToDraft && { goToDraft })}
      placing={isApart ? spot : null}
      // A press on both images at once would not say which one is meant.
      onPlace={mayPlace && isApart ? pin.pointAt : undefined}
      {...(mayPlace && { onMove, ...(onMoveDraft && { onMoveDraft }) })}
    />
  );
  return (
    <div ref={place} data-touched={mode === '2-up' ? undefined : ''} className="flex flex-col gap-4 p-4" {...keepFocus}>
      {isPair && <Modes mode={mode} onMode={setMode} />}
      <Compared
        {...{ mode, sides, overlay }}
        path={displayPath(file.file_path)}
        onSize={keepSize}
        onFail={() => setFailed(true)}
      />
      {mayPlace && !spot && (
        <div className="flex justify-center">
          <Button size="sm" onClick={begin}>
            Comment on this image
          </Button>
        </div>
      )}
      {spot && size && <NewComment {...{ file, lookedAt, spot, size }} autoFocus={pin.takesKeys} onClose={pin.close} />}
      <PinThreads threads={shown} refs={file.diff_refs} />
    </div>
  );
}
