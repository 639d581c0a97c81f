import type { RealtimeMessage } from '@tributary/contract/page/page-data.ts';
import { reconnectedEvent } from '@tributary/contract/page/realtime-events.ts';

/** May this ref have moved, as far as the message tells? After a gap in the stream anything may have. */
export function namesRef(message: RealtimeMessage, ref: string): boolean {
  if (message.event === reconnectedEvent) return true;
  if (message.event !== 'refs_moved') return false;
  const { data } = message;
  if (typeof data !== 'object' || data === null || !('refs' in data) || !Array.isArray(data.refs)) return true;
  return data.refs.includes(ref);
}
