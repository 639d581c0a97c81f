import { useEffect, useEffectEvent } from 'react';
import { useTexts } from './use-autosaved-text.ts';

/** `act` is called when the text of a field turns out to have arrived, though nobody got an answer. */
export function useArrivals(place: string, act: (field: string) => void): void {
  const texts = useTexts(place);
  const onArrival = useEffectEvent(act);
  useEffect(() => texts?.onArrival((field) => onArrival(field)), [texts]);
}
