import type { PageAward } from '@tributary/contract/discussions/page.ts';
import { useState } from 'react';
import { useShell } from '../../app/navigation.tsx';
import { api } from '../../lib/http.ts';
import { useToast } from '../../ui/toast.tsx';
import { type PickedEmoji, toggleAward } from '../model/awards.ts';

const FAILURES = {
  toggle: 'Something went wrong on our end.',
  add: 'Something went wrong while adding your award. Please try again.',
} as const;

export type Awards = {
  awards: readonly PageAward[];
  viewerId: number | null;
  toggle: (emoji: PickedEmoji, from: keyof typeof FAILURES) => void;
};

/** Reactions with one's own changes shown at once; what fails is taken back and told. */
export function useAwards(given: readonly PageAward[], path: string): Awards {
  const { viewer } = useShell();
  const toast = useToast();
  const [wishes, setWishes] = useState<readonly PickedEmoji[]>([]);
  const [base, setBase] = useState(given);
  if (base !== given) {
    // The server's word is newer than what was guessed here.
    setBase(given);
    setWishes([]);
  }
  const person = viewer && { id: viewer.id, name: viewer.name, username: viewer.username };
  const awards = person ? wishes.reduce((list, wish) => toggleAward(list, wish, person), [...given]) : given;
  const toggle = async (emoji: PickedEmoji, from: keyof typeof FAILURES) => {
    setWishes((before) => [...before, emoji]);
    try {
      const answer = await api.post<{ ok: boolean }>(path, { body: { name: emoji.name } });
      if (!answer.ok) throw new Error('The reaction was refused.');
    } catch {
      setWishes((before) => before.filter((each) => each !== emoji));
      toast({ text: FAILURES[from], tone: 'failed' });
    }
  };
  return { awards, viewerId: person?.id ?? null, toggle: (emoji, from) => void toggle({ ...emoji }, from) };
}
