import { savedRepliesAutosaveScope } from '@tributary/contract/discussions/saved-replies.ts';
import { useEffect, useState } from 'react';
import { useHasAutosave } from '../../app/autosave/use-autosaved-text.ts';

/** Where the two texts of a template are kept while they are typed; null: those of a new one. */
export function slotsOf(id: number | null) {
  const of = id ?? 'new';
  return {
    name: { place: savedRepliesAutosaveScope, field: `name-${of}` },
    content: { place: savedRepliesAutosaveScope, field: `content-${of}` },
  };
}

/** Whether the form of a template is open: it was asked for, or something begun has come back. */
export function useOpenForm(id: number | null) {
  const slots = slotsOf(id);
  const hasName = useHasAutosave(slots.name);
  const isBegun = useHasAutosave(slots.content) || hasName;
  const [state, setState] = useState<'closed' | 'back' | 'asked'>('closed');
  // It stays while someone empties its fields.
  useEffect(() => {
    if (isBegun) setState((now) => (now === 'closed' ? 'back' : now));
  }, [isBegun]);
  return {
    isOpen: isBegun || state !== 'closed',
    /** The keyboard goes into it. */
    isAsked: state === 'asked',
    open: () => setState('asked'),
    close: () => setState('closed'),
  };
}
