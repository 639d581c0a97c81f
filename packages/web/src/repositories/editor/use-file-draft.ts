import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { AutosaveStore } from '../../app/autosave/autosave-store.ts';
import { useTexts, useAutosaveScope } from '../../app/autosave/use-autosaved-text.ts';
import { storage, type StoredParser } from '../../lib/storage.ts';
import type { DraftFields, AutosavedFields } from '../model/draft-fields.ts';

const SAVE_MS = 300;

function keptOf(texts: AutosaveStore | null): AutosavedFields {
  return new Map(
    (texts?.fields() ?? []).flatMap((field) => {
      const kept = texts?.find(field);
      return kept ? [[field, kept] as const] : [];
    }),
  );
}

function keep(texts: AutosaveStore, next: DraftFields): void {
  for (const field of texts.fields()) if (!next.has(field)) texts.drop(field, false);
  for (const [field, { text, base }] of next) {
    const before = texts.find(field);
    if (before?.text !== text || before.base !== base) texts.change(field, text, base);
  }
}

type Old<T> = { key: string; parse: StoredParser<T | null>; fieldsOf: (draft: T) => DraftFields };

/** What was kept on this device alone is kept like all else from now on. */
function adopt<T>(texts: AutosaveStore | null, { key, parse, fieldsOf }: Old<T>): void {
  const draft = storage.get<T | null>(key, null, parse);
  if (!texts || draft === null) return;
  if (texts.fields().length === 0) keep(texts, fieldsOf(draft));
  storage.remove(key);
}

/** Whether it is known what was left in the place: by this device, and by the server if it can be asked. */
export function useDraftsLoaded<T>(place: string, old: Old<T>): boolean {
  const texts = useTexts(place);
  const latest = useRef(old);
  const [isKnown, setKnown] = useState(texts === null);
  // Before the server is asked: what is on the device alone stays then.
  useEffect(() => adopt(texts, latest.current), [texts]);
  useAutosaveScope(
    place,
    useCallback(() => setKnown(true), []),
  );
  return isKnown;
}

/** What was left before; read once, since from then on the page knows better. */
export function useFoundDraft<T>(place: string, parse: (kept: AutosavedFields) => T | null): T | null {
  const texts = useTexts(place);
  const [found] = useState(() => parse(keptOf(texts)));
  return found;
}

export type DraftAutosave = {
  /** Writes down what `read` says, soon. */
  touch: () => void;
  /** Nothing is left to keep: committed, or thrown away and to be found among the earlier texts for a while. */
  clear: (isCommitted: boolean) => void;
  /** This alone is left to keep: the rest is committed. */
  replace: (left: DraftFields) => void;
};

/**
 * Keeps what is being written, through reloads, crashes, expired sessions and a change of device. `read` gives what to keep,
 * undefined when it cannot tell: then nothing is touched.
 */
export function useFileDraft(place: string, read: () => DraftFields | undefined): DraftAutosave {
  const texts = useTexts(place);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isDirty = useRef(false);
  const latest = useRef(read);
  useEffect(() => {
    latest.current = read;
  });
  const save = useCallback(() => {
    clearTimeout(timer.current);
    if (!isDirty.current || !texts) return;
    const draft = latest.current();
    if (draft === undefined) return;
    isDirty.current = false;
    keep(texts, draft);
  }, [texts]);
  const touch = useCallback(() => {
    isDirty.current = true;
    clearTimeout(timer.current);
    timer.current = setTimeout(save, SAVE_MS);
  }, [save]);
  const clear = useCallback(
    (isCommitted: boolean) => {
      clearTimeout(timer.current);
      isDirty.current = false;
      for (const field of texts?.fields() ?? []) texts?.drop(field, isCommitted);
    },
    [texts],
  );
  const replace = useCallback(
    (left: DraftFields) => {
      clearTimeout(timer.current);
      isDirty.current = false;
      if (!texts) return;
      for (const field of texts.fields()) if (!left.has(field)) texts.drop(field, true);
      keep(texts, left);
    },
    [texts],
  );
  // While the layout is undone the editor is still there to be read; afterwards it is not.
  useLayoutEffect(() => {
    window.addEventListener('pagehide', save);
    return () => {
      window.removeEventListener('pagehide', save);
      save();
    };
  }, [save]);
  return { touch, clear, replace };
}
