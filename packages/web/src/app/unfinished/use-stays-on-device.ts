import { isTooLong, type UnfinishedTexts } from './unfinished-texts.ts';
import { useKept, useTexts } from './use-unfinished-text.ts';

const hasLong = (texts: UnfinishedTexts) => texts.fields().some((field) => isTooLong(texts.find(field)?.text ?? ''));

/** Whether a text of the place is too long for the server, and stays on this device. */
export function useStaysOnDevice(place: string): boolean {
  return useKept(useTexts(place), hasLong) === true;
}
