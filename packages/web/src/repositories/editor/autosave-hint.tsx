import { useStaysOnDevice } from '../../app/autosave/use-stays-on-device.ts';

/** Where what is written in an editor of code is kept until it is committed. */
export function AutosaveHint({ place }: { place: string }) {
  const isLong = useStaysOnDevice(place);
  return isLong
    ? 'One draft is too long to sync. It stays on this device until you commit it.'
    : 'Your draft is saved on all your devices until you commit it.';
}
