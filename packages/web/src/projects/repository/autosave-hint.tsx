import { useStaysOnDevice } from '../../app/autosave/use-stays-on-device.ts';

/** Where what is written in an editor of code is kept until it is committed. */
export function AutosaveHint({ place }: { place: string }) {
  const isLong = useStaysOnDevice(place);
  return isLong
    ? 'One text is too long to be kept for your other devices: until you commit it, it is on this device alone.'
    : 'What you write is kept for you, on all your devices, until you commit it.';
}
