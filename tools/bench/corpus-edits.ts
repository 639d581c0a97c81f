import type { SourceFile } from './corpus-sources.ts';

/** Numbers from 0 to below 1 that look random and are the same in every run. */
export type Dice = () => number;

export function createDice(seed: number): Dice {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function pick<T>(dice: Dice, choices: readonly T[]): T {
  const choice = choices[Math.floor(dice() * choices.length)];
  if (choice === undefined) throw new Error('nothing to pick from');
  return choice;
}

type Edit = { hunks: number; added: number; removed: number };

/**
 * The next version of a file, as users make them: at some places spread over it, lines go and lines from another file of
 * the corpus come. `added` and `removed` are the most per place.
 */
export function editLines(dice: Dice, lines: readonly string[], donor: SourceFile, edit: Edit): string[] {
  const edited: string[] = [];
  const stride = Math.max(12, Math.floor(lines.length / edit.hunks));
  let at = 0;
  for (let hunk = 0; hunk < edit.hunks && at < lines.length; hunk++) {
    const from = Math.min(lines.length, at + Math.floor(dice() * (stride / 2)) + 4);
    edited.push(...lines.slice(at, from));
    const donorAt = Math.floor(dice() * donor.lines.length);
    edited.push(...donor.lines.slice(donorAt, donorAt + 1 + Math.floor(dice() * edit.added)));
    const gone = Math.min(lines.length - from, Math.floor(dice() * (edit.removed + 1)));
    const next = Math.min(lines.length, (hunk + 1) * stride);
    at = from + gone;
    if (next > at) {
      edited.push(...lines.slice(at, next));
      at = next;
    }
  }
  edited.push(...lines.slice(at));
  return edited;
}
