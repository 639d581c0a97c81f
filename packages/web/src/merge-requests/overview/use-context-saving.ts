import type { PageCommit } from '@tributary/contract/merge-requests/page.ts';
import { useRef, useState } from 'react';
import { reloadPage } from '../../app/navigation.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { api } from '../../lib/http.ts';

/** By their ids. */
type Chosen = ReadonlyMap<string, unknown>;

/** What was chosen and is no longer to be named, and what is to be named again. */
export function changesOf(before: Iterable<string>, chosen: Chosen) {
  const known = new Set(before);
  return {
    added: [...chosen.keys()].filter((id) => !known.has(id)),
    removed: [...known].filter((id) => !chosen.has(id)),
  };
}

/** What is shown comes again with the page; should that fail, what was saved is so all the same. */
function showSaved(): Promise<void> {
  return reloadPage().catch(() => undefined);
}

/** Two requests, so the second may fail after the first: `before` tells what is named as far as was answered. */
export function useContextSaving(
  { changePath, most }: { changePath: string; most: number },
  named: readonly PageCommit[],
  onClose: () => void,
) {
  const [before, setBefore] = useState<readonly string[]>(() => named.map(({ sha }) => sha));
  const [state, setState] = useState<{ isBusy: boolean; problem: string | null }>({ isBusy: false, problem: null });
  const tried = useRef<Promise<void> | null>(null);
  const change = async (chosen: Chosen): Promise<void> => {
    const { added, removed } = changesOf(before, chosen);
    let now = before;
    const add = async () => {
      if (added.length > 0) await api.post(changePath, { body: { commits: added } });
      now = [...now, ...added];
    };
    const remove = async () => {
      if (removed.length > 0) await api.delete(changePath, { body: { commits: removed } });
      now = now.filter((id) => !removed.includes(id));
    };
    // Nothing is taken off before the new ones are there, unless there is no room for both.
    const steps = before.length + added.length > most ? [remove, add] : [add, remove];
    setState({ isBusy: true, problem: null });
    try {
      for (const step of steps) await step();
      await showSaved();
      onClose();
    } catch (error) {
      setBefore(now);
      setState({ isBusy: false, problem: messageOf(error) });
    }
  };
  const save = (chosen: Chosen): void => {
    tried.current = change(chosen);
  };
  /** Whoever gives up after a try, or during one, sees what came of it. */
  const close = (): void => {
    onClose();
    void tried.current?.then(showSaved);
  };
  return { ...state, before, save, close };
}
