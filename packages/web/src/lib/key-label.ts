import { useSyncExternalStore } from 'react';
import { describeKeys } from './hotkey-registry.ts';
import { hotkeys, subscribeToHotkeys } from './hotkeys.ts';

/** The keys of a shortcut in a sentence, as someone chose them: `Shift and U`, `G then I`; undefined where it is off. */
export function keyLabelOf(id: string): string | undefined {
  const [keys] = hotkeys.keysOf(id);
  if (keys === undefined) return undefined;
  return describeKeys(keys)
    .map((chord) => chord.join('+'))
    .join(' then ');
}

export function useKeyLabel(id: string): string | undefined {
  return useSyncExternalStore(subscribeToHotkeys, () => keyLabelOf(id));
}
