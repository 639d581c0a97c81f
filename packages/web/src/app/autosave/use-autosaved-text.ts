import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useShell } from '../navigation.tsx';
import { type AutosaveStore, autosaveStoreOf } from './autosave-store.ts';

/** Where a text belongs: the thing or form, and the field in it. Null: it is kept nowhere. */
export type TextSlot = { place: string; field: string } | null;

export type AutosavedText = {
  text: string;
  setText: (text: string) => void;
  /** The text has arrived where it was sent. */
  sent: () => void;
  /** The text is not wanted; its writer finds it among the earlier texts for a while. */
  discard: () => void;
  /**
   * It is about to be sent; gives the key to send it by, of one that is kept: the given one, or the same when the same text
   * is sent again.
   */
  sending: (key?: string) => string | undefined;
  /** `base` of the text as it was kept. */
  base: string | null;
  /** Something was brought back that is not the initial text. */
  isKept: boolean;
};

const nothing = () => () => undefined;

export function useTexts(place: string | null): AutosaveStore | null {
  const { viewer } = useShell();
  const personId = viewer?.id ?? null;
  return useMemo(
    () => (place === null || personId === null ? null : autosaveStoreOf(personId, place)),
    [place, personId],
  );
}

/** Draws again only when the picked value changes, not with every keystroke of every field. */
export function useAutosaveSelector<T>(texts: AutosaveStore | null, pick: (texts: AutosaveStore) => T): T | undefined {
  return useSyncExternalStore(texts?.subscribe ?? nothing, () => (texts ? pick(texts) : undefined));
}

/**
 * Asks the server for the autosaved texts of a place; once for all fields in it. `onKnown`: it has answered, or cannot be
 * reached.
 */
export function useAutosaveScope(place: string | null, onKnown?: () => void): void {
  const texts = useTexts(place);
  useEffect(() => {
    if (!texts) return undefined;
    const abort = new AbortController();
    const known = () => abort.signal.aborted || onKnown?.();
    const load = (takesAhead: boolean) => void texts.load(abort.signal, takesAhead).then(known, known);
    const onOnline = () => load(false);
    const part = () => texts.part();
    const onVisibility = () => {
      if (document.visibilityState === 'hidden') part();
    };
    load(true);
    window.addEventListener('online', onOnline);
    window.addEventListener('pagehide', part);
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      abort.abort();
      window.removeEventListener('online', onOnline);
      window.removeEventListener('pagehide', part);
      document.removeEventListener('visibilitychange', onVisibility);
    };
  }, [texts, onKnown]);
}

/** Whether a field of the place holds an autosaved text, so that its form opens again by itself. */
export function useHasAutosave(slot: TextSlot): boolean {
  const texts = useTexts(slot?.place ?? null);
  return useAutosaveSelector(texts, (all) => (all.find(slot?.field ?? '')?.text ?? '').trim() !== '') === true;
}

/** Fields of the place that hold autosaved texts. */
export function useAutosavedFields(place: string): readonly string[] {
  const texts = useTexts(place);
  const joined = useAutosaveSelector(texts, (all) => all.fields().join(' ')) ?? '';
  return useMemo(() => (joined === '' ? [] : joined.split(' ')), [joined]);
}

/**
 * A text that survives reload, crash, a failed request, an expired session and a change of device. Without a slot, or
 * for someone who is signed out, it lives as long as the form. Above it, `useAutosaveScope` must have been called.
 */
export function useAutosavedText(slot: TextSlot, initial = '', base: string | null = null): AutosavedText {
  const texts = useTexts(slot?.place ?? null);
  const field = slot?.field ?? '';
  const [memory, setMemory] = useState<string | null>(null);
  const kept = useAutosaveSelector(texts, (all) => all.find(field));
  const setText = useCallback(
    (next: string) => {
      if (!texts) return setMemory(next);
      if (next === initial) return texts.drop(field, false);
      return texts.change(field, next, base);
    },
    [texts, field, initial, base],
  );
  const drop = useCallback(
    (isSent: boolean) => {
      setMemory(null);
      texts?.drop(field, isSent);
    },
    [texts, field],
  );
  return {
    text: (texts ? kept?.text : memory) ?? initial,
    setText,
    sending: (key) => texts?.sending([field], key),
    sent: useCallback(() => drop(true), [drop]),
    discard: useCallback(() => drop(false), [drop]),
    base: kept?.base ?? null,
    isKept: kept !== undefined,
  };
}

export type AutosavedChoice = {
  chosen: string;
  choose: (value: string) => void;
  /** It was sent with its text, or thrown away with it. */
  forget: () => void;
};

/** What was chosen for an autosaved text: the text never comes back without it. Its field is named `text:choice`. */
export function useAutosavedChoice(slot: TextSlot, initial: string): AutosavedChoice {
  const { text: chosen, setText, sent: forget } = useAutosavedText(slot, initial);
  return { chosen, choose: (value) => (value === initial ? forget() : setText(value)), forget };
}
