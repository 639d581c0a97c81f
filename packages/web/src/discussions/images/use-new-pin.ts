import { useCallback, useState } from 'react';
import type { Pixels } from '../../ui/images/image-side.ts';
import { useDiscussionStore } from '../store/use-discussions.tsx';
import { autosaveScopeOf } from '../../app/autosave/autosave-store.ts';
import { useHasAutosave, useAutosavedChoice } from '../../app/autosave/use-autosaved-text.ts';
import { readSpot, type Spot, spotText } from './image-spots.ts';

export const MIDDLE: Spot = { x: 50, y: 50 };

/** Names what is being written about a place on an image. */
export const pinField = (fileHash: string): string => `image-${fileHash}`;

/** The place that a comment is written about. What was begun and not sent is offered again at its place. */
export function useNewPin(fileHash: string, told: Pixels | null, mayBegin: boolean) {
  const [size, setSize] = useState(told);
  const place = autosaveScopeOf(useDiscussionStore().notes);
  const field = pinField(fileHash);
  const isBegun = useHasAutosave({ place, field });
  const kept = useAutosavedChoice({ place, field: `${field}:spot` }, '');
  const [chosen, setChosen] = useState<Spot | 'done' | null>(null);
  /** The form takes the keys: of a place that was pointed at. */
  const [takesKeys, setTakesKeys] = useState(false);
  /** It cannot be drawn: there is no place to point at. */
  const [hasFailed, setFailed] = useState(false);
  // It stays open while it is written, whatever stands there.
  if (isBegun && mayBegin && chosen === null) setChosen(readSpot(kept.chosen) ?? MIDDLE);
  const put = (spot: Spot) => {
    setChosen(spot);
    kept.choose(spotText(spot));
  };
  return {
    size,
    keepSize: useCallback((next: Pixels) => {
      setSize(next);
      setFailed(false);
    }, []),
    hasFailed,
    setFailed,
    spot: chosen === 'done' ? null : chosen,
    /** Moved, or pointed at; the form takes the keys then. */
    pointAt: (spot: Spot) => {
      if (chosen === null || chosen === 'done') setTakesKeys(true);
      put(spot);
    },
    /** Begun with a button: the pin takes the keys first, the form waits. */
    begin: () => {
      setTakesKeys(false);
      put(MIDDLE);
    },
    close: () => {
      setChosen('done');
      kept.forget();
    },
    takesKeys,
  };
}
