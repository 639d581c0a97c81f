import { useKeysOf } from '../lib/hotkeys.ts';
import { Kbd } from './kbd.tsx';

/** The keys that a shortcut has now, by its name; nothing where it is off. */
export function HotkeyHint({ of, inverted = false }: { of: string; inverted?: boolean }) {
  const keys = useKeysOf(of);
  return keys === undefined ? null : <Kbd keys={keys} inverted={inverted} />;
}
