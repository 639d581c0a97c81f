import { boundHotkeys, THREADS_HOTKEYS, WRITING_KEYS } from '../../app/hotkey-catalogue.ts';
import { useHotkeys, usePartKeys } from '../../lib/hotkeys.ts';
import type { DiscussionStore } from '../store/discussion-store.ts';

/** The key that answers with a quote, and those that send, wherever something is said. */
export function useQuoteKey(store: DiscussionStore): void {
  // What stands in notes has it too: it is there by now.
  const quote = async () => (await import('./quote-reply.ts')).quoteSelected(store);
  usePartKeys(WRITING_KEYS);
  useHotkeys(boundHotkeys(THREADS_HOTKEYS, { 'threads.quote': () => void quote() }));
}
