import { Suspense } from 'react';
import { OddName, PLAIN_NAME } from './path-text.tsx';

/** So short that it is cut only where hardly anything has room. */
export const MAX_UNCUT_LENGTH = 20;
export const TAIL = 14;

export function CutName({ text, tail }: { text: string; tail: string }) {
  return (
    <>
      <span className="sr-only">{text}</span>
      <span aria-hidden className="flex whitespace-pre">
        <span className="truncate">{text.slice(0, -tail.length)}</span>
        <span className="shrink-0">{tail}</span>
      </span>
    </>
  );
}

/** A name on one line whose end is seen too, where many begin alike and the end tells them apart. */
export function MiddleCut({ text }: { text: string }) {
  const isPlain = PLAIN_NAME.test(text);
  if (isPlain && text.length > MAX_UNCUT_LENGTH) return <CutName text={text} tail={text.slice(-TAIL)} />;
  return (
    <span className="block truncate">
      {isPlain ? (
        text
      ) : (
        <Suspense fallback={text}>
          <OddName name={text} isCut />
        </Suspense>
      )}
    </span>
  );
}
