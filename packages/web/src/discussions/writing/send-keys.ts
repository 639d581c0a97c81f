import { WRITING_KEYS } from '../../app/hotkey-catalogue.ts';
import { hotkeys } from '../../lib/hotkeys.ts';

/** Whether the event is of the keys that send a text; then it is sent. */
export function sendsBy(event: KeyboardEvent, onSend: ((isNow: boolean) => void) | undefined): boolean {
  const name = onSend && hotkeys.pressed(WRITING_KEYS, event);
  if (!name) return false;
  event.preventDefault();
  onSend(name === 'write.send-now');
  return true;
}
