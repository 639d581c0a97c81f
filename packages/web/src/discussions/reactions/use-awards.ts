import type { PageAward } from '@tributary/contract/discussions/page.ts';
import { useRef, useState } from 'react';
import { useShell } from '../../app/navigation.tsx';
import { api } from '../../lib/http.ts';
import { type AwardToggle, isAwarded, type PickedEmoji, applyAwardToggle } from '../model/awards.ts';

const FAILURES = {
  toggle: 'Something went wrong on our end.',
  add: 'Something went wrong while adding your award. Please try again.',
} as const;
type From = keyof typeof FAILURES;

export type AwardFailure = { text: string; tryAgain: () => void; dismiss: () => void };

export type Awards = {
  awards: readonly PageAward[];
  viewerId: number | null;
  toggle: (emoji: PickedEmoji, from: From) => void;
  /** The last wish that did not come true. */
  failure: AwardFailure | null;
};

/**
 * Reactions with one's own changes shown at once. What fails is taken back and told; `lookAgain` then asks what the server
 * has, for the answer may have been lost behind an action.
 */
export function useAwards(given: readonly PageAward[], path: string, lookAgain: () => void): Awards {
  const { viewer } = useShell();
  const [wishes, setWishes] = useState<readonly AwardToggle[]>([]);
  const [failed, setFailed] = useState<{ wish: AwardToggle; from: From } | null>(null);
  const last = useRef<Promise<void>>(Promise.resolve());
  const [base, setBase] = useState(given);
  if (base !== given) {
    // The server's word is newer than what was guessed here.
    setBase(given);
    setWishes([]);
    if (failed && viewer && isAwarded(given, failed.wish.name, viewer.id) === failed.wish.isOn) setFailed(null);
  }
  const person = viewer && { id: viewer.id, name: viewer.name, username: viewer.username };
  const awards = person ? wishes.reduce((list, wish) => applyAwardToggle(list, wish, person), given) : given;
  const send = async (wish: AwardToggle, from: From) => {
    try {
      const body = { name: wish.name, wanted: wish.isOn };
      const answer = await api.post<{ ok: boolean }>(path, { body });
      if (!answer.ok) throw new Error('The reaction was refused.');
    } catch {
      setWishes((before) => before.filter((each) => each !== wish));
      setFailed({ wish, from });
      lookAgain();
    }
  };
  const make = (wish: AwardToggle, from: From) => {
    setFailed(null);
    setWishes((before) => [...before, wish]);
    // One after the other: the last press is what counts.
    last.current = last.current.then(() => send(wish, from));
  };
  const toggle = (emoji: PickedEmoji, from: From) => {
    if (person) make({ ...emoji, isOn: !isAwarded(awards, emoji.name, person.id) }, from);
  };
  return {
    awards,
    viewerId: person?.id ?? null,
    toggle,
    failure: failed && {
      text: FAILURES[failed.from],
      tryAgain: () => make({ ...failed.wish }, failed.from),
      dismiss: () => setFailed(null),
    },
  };
}
