import { type TextSlot, useAutosavedText } from '../app/autosave/use-autosaved-text.ts';
import type { ComboboxOption } from '../ui/combobox.tsx';

type Choice = string | boolean | readonly ComboboxOption[];

export type AutosavedChoices<T> = {
  chosen: T;
  choose: (some: Partial<T>) => void;
  /** They were sent, or thrown away. */
  forget: () => void;
};

const textOf = (options: readonly ComboboxOption[]) => JSON.stringify(options.map(({ id }) => id));
const isSame = (one: Choice, other: Choice) =>
  typeof one === 'object' && typeof other === 'object' ? textOf(one) === textOf(other) : one === other;

/** An image beside an option is drawn, not kept. */
const withoutPictures = (name: string, value: unknown) => (name === 'visual' ? undefined : value);

function isOption(value: unknown): value is ComboboxOption {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'string' &&
    'text' in value &&
    typeof value.text === 'string'
  );
}

const isLike = (value: unknown, initial: Choice) =>
  typeof initial === 'object' ? Array.isArray(value) && value.every(isOption) : typeof value === typeof initial;

/** What of it can be chosen here: an older page may have kept something else. */
function parse<T extends Record<string, Choice>>(kept: string, initial: T): Partial<T> {
  if (kept === '') return {};
  try {
    const value: unknown = JSON.parse(kept);
    if (typeof value !== 'object' || value === null) return {};
    const known = Object.entries(value).filter(([name, each]) => name in initial && isLike(each, initial[name] ?? ''));
    return Object.fromEntries(known) as Partial<T>;
  } catch {
    return {};
  }
}

/** What is chosen beside an autosaved text, and kept with it; what is as it began is not kept. */
export function useAutosavedChoices<T extends Record<string, Choice>>(
  slot: TextSlot,
  initial: T,
  base: string | null = null,
): AutosavedChoices<T> {
  const { text: kept, setText, sent: forget } = useAutosavedText(slot, '', base);
  const chosen = { ...initial, ...parse(kept, initial) };
  const choose = (some: Partial<T>) => {
    const next = Object.entries({ ...chosen, ...some }).filter(([name, each]) => !isSame(each, initial[name] ?? ''));
    if (next.length === 0) forget();
    else setText(JSON.stringify(Object.fromEntries(next), withoutPictures));
  };
  return { chosen, choose, forget };
}
