import { isTooLong, type AutosaveStore } from './autosave-store.ts';
import { useAutosaveSelector, useTexts } from './use-autosaved-text.ts';

const hasLong = (texts: AutosaveStore) => texts.fields().some((field) => isTooLong(texts.find(field)?.text ?? ''));

/** Whether a text of the place is too long for the server, and stays on this device. */
export function useStaysOnDevice(place: string): boolean {
  return useAutosaveSelector(useTexts(place), hasLong) === true;
}
