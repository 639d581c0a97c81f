import { savedRepliesPlace } from '@tributary/contract/discussions/saved-replies.ts';
import { useEffect, useState } from 'react';
import { useHasUnfinished } from '../../app/unfinished/use-unfinished-text.ts';

/** Where the two texts of a template are kept while they are typed; null: those of a new one. */
export function slotsOf(id: number | null) {
  const of = id ?? 'new';
  return {
    name: { place: savedRepliesPlace, field: `name-${of}` },
    content: { place: savedRepliesPlace, field: `content-${of}` },
  };
}

/** Whether the form of a template is open: it was asked for, or something begun has come back. */
export function useOpenForm(id: number | null) {
  const slots = slotsOf(id);
  const hasName = useHasUnfinished(slots.name);
  const isBegun = useHasUnfinished(slots.content) || hasName;
  const [state, setState] = useState<'closed' | 'back' | 'asked'>('closed');
  // It stays while somebody empties its fields.
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
