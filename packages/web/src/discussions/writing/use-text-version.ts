import { useState } from 'react';
import { useAutosavedText } from '../../app/autosave/use-autosaved-text.ts';

/**
 * The version that the title and description written in a place are made of: of what was begun before, the older one, else
 * `current`. With `see` their writer says that a newer one was read and may be replaced.
 * `choice`: the field of what is chosen with them, if that is part of the version.
 */
export function useTextVersion(
  place: string,
  current: string,
  choice: string | null = null,
): { version: string; see: (version: string) => void } {
  const [seen, see] = useState<string | null>(null);
  const texts = [
    useAutosavedText({ place, field: 'title' }),
    useAutosavedText({ place, field: 'description' }),
    useAutosavedText(choice === null ? null : { place, field: choice }),
  ];
  // Of a text without a base nothing is known: it comes before all.
  const kept = texts.flatMap(({ isKept, base }) => (isKept ? (base ?? '') : []));
  return { version: seen ?? kept.toSorted()[0] ?? current, see };
}
