import type { CSSProperties, ReactNode } from 'react';
import { useId, useState } from 'react';
import { formatBytes } from '../../lib/format.ts';
import { groundOf, lineWithin, imageBoxStyle, shares } from './drawn-sizes.ts';
import { type ImageSide, type Pixels } from './image-side.ts';
import { useNaturalSize } from './use-natural-size.ts';

export type CompareMode = '2-up' | 'swipe' | 'onion';

export type ComparedImagesProps = {
  path: string;
  sides: readonly ImageSide[];
  /** Drawn over the image that comments are about. */
  overlay: ReactNode;
  onSize: (size: Pixels) => void;
  /** That image cannot be drawn. */
  onFail?: (() => void) | undefined;
};

function Facts({ side, size }: { side: ImageSide; size: Pixels | null }) {
  return (
    <figcaption className="text-sm text-fg-muted tabular-nums">
      {side.label}
      {size && ` · ${size.width} × ${size.height} px`}
      {side.sizeBytes !== null && ` · ${formatBytes(side.sizeBytes)}`}
    </figcaption>
  );
}

/** In the place of an image that is broken, or of a kind that the browser does not know. */
function NotDrawn({ side }: { side: ImageSide }) {
  return (
    <p
      className="grid min-w-60 place-items-center gap-1 p-4 text-center text-fg-muted"
      style={imageBoxStyle(side.pixels, '60vh')}
    >
      <span>
        The {side.label.toLowerCase()} image could not be displayed.{' '}
        <a className="text-accent-fg hover:underline" href={side.src} download data-native>
          Download it
        </a>
      </span>
    </p>
  );
}

function Picture(props: {
  path: string;
  side: ImageSide;
  overlay: ReactNode;
  onSize?: ((size: Pixels) => void) | undefined;
  onFail?: (() => void) | undefined;
}) {
  const { path, side, overlay, onSize, onFail } = props;
  const [size, measure] = useNaturalSize(side.pixels);
  const [hasFailed, setFailed] = useState(false);
  return (
    <figure className="flex min-w-0 flex-col items-center gap-2">
      <div className="relative max-w-full rounded-sm border">
        {hasFailed ? (
          <NotDrawn side={side} />
        ) : (
          <img
            ref={measure}
            src={side.src}
            alt={`${path} ${side.label.toLowerCase()}`}
            onLoad={(event) => {
              const { naturalWidth: width, naturalHeight: height } = event.currentTarget;
              if (width > 0 && height > 0) onSize?.({ width, height });
            }}
            onError={() => {
              setFailed(true);
              onFail?.();
            }}
            className="checkered block max-h-[60vh] max-w-full"
            style={imageBoxStyle(side.pixels, '60vh')}
          />
        )}
        {!hasFailed && overlay}
      </div>
      <Facts side={side} size={size} />
    </figure>
  );
}

/** Beside each other, or the one there is. */
export function SideBySide({ path, sides, overlay, onSize, onFail }: ComparedImagesProps) {
  const last = sides.at(-1);
  return (
    <div className={sides.length > 1 ? 'grid gap-4 sm:grid-cols-2' : ''}>
      {sides.map((side) => (
        <Picture
          key={side.key}
          path={path}
          side={side}
          overlay={side === last ? overlay : null}
          onSize={side === last ? onSize : undefined}
          onFail={side === last ? onFail : undefined}
        />
      ))}
    </div>
  );
}

function Slider(props: { label: string; value: number; onValue: (value: number) => void; text: string }) {
  const id = useId();
  return (
    <div className="flex w-full max-w-100 flex-col gap-1">
      <label htmlFor={id} className="text-sm text-fg-muted">
        {props.label}
      </label>
      <input
        id={id}
        type="range"
        min={0}
        max={100}
        value={props.value}
        aria-valuetext={props.text}
        onChange={(event) => props.onValue(Number(event.target.value))}
        className="accent-accent w-full"
      />
    </div>
  );
}

const ratioOf = ({ pixels }: ImageSide): CSSProperties =>
  pixels ? { height: 'auto', aspectRatio: `auto ${pixels.width} / ${pixels.height}` } : {};

type StackedProps = Pick<ComparedImagesProps, 'path' | 'sides' | 'overlay'>;

/** Both on one ground and to one scale; `looks` says how each is drawn, given its share of the width of the ground. */
function Stacked({
  path,
  sides,
  overlay,
  looks,
  children,
}: StackedProps & {
  looks: { before?: (share: number) => CSSProperties; after: (share: number) => CSSProperties };
  children: ReactNode;
}) {
  const [before, after] = sides;
  const [beforeSize, measureBefore] = useNaturalSize(before?.pixels ?? null);
  const [afterSize, measureAfter] = useNaturalSize(after?.pixels ?? null);
  const [failed, setFailed] = useState<readonly ImageSide[]>([]);
  if (!before || !after) return null;
  if (failed.length > 0) return failed.map((side) => <NotDrawn key={side.key} side={side} />);
  const fail = (side: ImageSide) => setFailed((known) => [...known, side]);
  const [beforeShare = 100, afterShare = 100] = beforeSize && afterSize ? shares([beforeSize, afterSize]) : [];
  return (
    <div className="flex flex-col items-center gap-3">
      <div className="relative inline-grid max-w-full" style={groundOf(sides)}>
        <img
          ref={measureBefore}
          src={before.src}
          alt={`${path} before`}
          onError={() => fail(before)}
          className="checkered col-start-1 row-start-1 block max-w-full rounded-sm border"
          style={{ ...ratioOf(before), width: `${beforeShare}%`, ...looks.before?.(beforeShare) }}
        />
        <img
          ref={measureAfter}
          src={after.src}
          alt={`${path} after`}
          onError={() => fail(after)}
          className="checkered col-start-1 row-start-1 block max-w-full rounded-sm border"
          style={{ ...ratioOf(after), width: `${afterShare}%`, ...looks.after(afterShare) }}
        />
        {afterSize && (
          <div
            className="relative col-start-1 row-start-1 self-start"
            style={{ width: `${afterShare}%`, aspectRatio: `${afterSize.width} / ${afterSize.height}` }}
          >
            {overlay}
          </div>
        )}
      </div>
      {children}
      <div className="flex flex-wrap justify-center gap-x-6 gap-y-1">
        <Facts side={before} size={beforeSize} />
        <Facts side={after} size={afterSize} />
      </div>
    </div>
  );
}

/** A line between old and new that is moved over the image. */
export function Swipe({ path, sides, overlay }: StackedProps) {
  const [at, setAt] = useState(50);
  const looks = {
    before: (share: number) => ({ clipPath: `inset(0 ${100 - lineWithin(at, share)}% 0 0)` }),
    after: (share: number) => ({ clipPath: `inset(0 0 0 ${lineWithin(at, share)}%)` }),
  };
  return (
    <Stacked path={path} sides={sides} overlay={overlay} looks={looks}>
      <Slider label="Move the divider between before and after" value={at} onValue={setAt} text={`${at}% before`} />
    </Stacked>
  );
}

/** The newer image on the older one, more or less transparent. */
export function OnionSkin({ path, sides, overlay }: StackedProps) {
  const [strength, setStrength] = useState(50);
  return (
    <Stacked path={path} sides={sides} overlay={overlay} looks={{ after: () => ({ opacity: strength / 100 }) }}>
      <Slider label="Opacity of the after image" value={strength} onValue={setStrength} text={`${strength}%`} />
    </Stacked>
  );
}
