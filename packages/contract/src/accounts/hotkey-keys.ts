const modifierOrder = ['mod', 'ctrl', 'meta', 'alt', 'shift'];

/** `Shift+Mod+Enter` → `mod+shift+enter`, so that any order may be written: all that is stored is in this one. */
export function normaliseKeys(keys: string): string {
  return keys
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .map((chord) => {
      const isPlus = chord === '+' || chord.endsWith('++');
      const parts = (isPlus ? chord.slice(0, -1) : chord).split('+').filter((part) => part !== '');
      if (isPlus) parts.push('+');
      const key = parts.at(-1) ?? '';
      const modifiers = parts.slice(0, -1);
      return [...modifierOrder.filter((name) => modifiers.includes(name)), key].join('+');
    })
    .join(' ');
}
