import { useEffect, useState } from 'react';
import type { KeyboardEvent } from 'react';

type Options = {
  count: number;
  onPick: (index: number) => void;
  /** A new value puts the mark back to the first row. */
  resetOn?: unknown;
};

type ListKeys = { active: number; setActive: (index: number) => void; onKeyDown: (event: KeyboardEvent) => void };

/** Arrow keys, Home, End and Enter for a list that is steered from a text box (`aria-activedescendant`). */
export function useListKeys({ count, onPick, resetOn }: Options): ListKeys {
  const [active, setActive] = useState(0);
  useEffect(() => setActive(0), [resetOn]);
  const shown = Math.min(active, Math.max(0, count - 1));
  const onKeyDown = (event: KeyboardEvent): void => {
    // Enter that ends the composition of a character is not a choice.
    if (event.nativeEvent.isComposing || count === 0) return;
    const moves: Record<string, number> = {
      ArrowDown: (shown + 1) % count,
      ArrowUp: (shown - 1 + count) % count,
      PageDown: Math.min(count - 1, shown + 8),
      PageUp: Math.max(0, shown - 8),
    };
    const next = moves[event.key];
    if (next !== undefined) {
      event.preventDefault();
      setActive(next);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      onPick(shown);
    }
  };
  return { active: shown, setActive, onKeyDown };
}
