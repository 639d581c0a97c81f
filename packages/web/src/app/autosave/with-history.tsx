import type { ReactNode } from 'react';
import { TextHistory } from './text-history.tsx';
import type { TextSlot } from './use-autosaved-text.ts';

/** A field with a label, and at the end of that the way back to earlier states of its text. */
export function WithHistory(props: {
  slot: TextSlot;
  /** The field in a sentence: `commit message`. */
  of: string;
  onRestore: (text: string) => void;
  children: ReactNode;
}) {
  const { slot, of, onRestore, children } = props;
  return (
    <div className="relative">
      {children}
      {slot && (
        <span className="absolute -top-0.5 right-0">
          <TextHistory slot={slot} of={of} onRestore={onRestore} />
        </span>
      )}
    </div>
  );
}
