import clsx from 'clsx';
import { Fragment } from 'react';
import { describeKeys } from '../lib/hotkey-registry.ts';

/** Keys as a user reads them: `mod+k`, `g i`. */
export function Kbd({ keys, inverted = false }: { keys: string; inverted?: boolean }) {
  return (
    <span className="inline-flex items-center gap-1">
      {describeKeys(keys).map((chord, index) => (
        <Fragment key={`${index}-${chord.join('+')}`}>
          {index > 0 && <span className="text-xs opacity-80">then</span>}
          {chord.map((key) => (
            <kbd
              key={key}
              className={clsx(
                'inline-flex h-4 min-w-4 items-center justify-center rounded-sm border px-1 font-sans! text-xs',
                inverted ? 'border-current' : 'border-line bg-sunken text-fg-muted',
              )}
            >
              {key}
            </kbd>
          ))}
        </Fragment>
      ))}
    </span>
  );
}
