import { Fragment } from 'react';
import { nameParts } from './name-parts.ts';

/** A name as it is: line ends, controls, direction marks and broken bytes are seen, and cannot turn what follows. */
export function MarkedName({ name }: { name: string }) {
  const parts = nameParts(name);
  return (
    <bdi>
      {parts.map((part, index) =>
        part.mark === null ? (
          <Fragment key={index}>{part.text}</Fragment>
        ) : (
          <span
            key={index}
            title={part.mark === '\uFFFD' ? 'Invalid byte' : `Character ${part.mark}`}
            className="mx-px rounded-sm bg-warning-soft px-0.5 font-mono text-sm text-warning"
          >
            {part.mark}
          </span>
        ),
      )}
    </bdi>
  );
}
