import { INBOX_COUNT_PATH, type InboxCount, ATTENTION_SET_CHANGED } from '@tributary/contract/merge-requests/inbox.ts';
import { useEffect } from 'react';
import { api } from '../../lib/http.ts';
import { isEventOrReconnect, useRealtime } from '../../lib/realtime.ts';
import { storage } from '../../lib/storage.ts';
import { updateShell } from '../navigation.tsx';
import { inboxCountKey } from './inbox-count.ts';

/** Several messages in a row are one request. */
const SETTLE_MS = 500;

async function refreshTodos(): Promise<void> {
  const { todos } = await api.get<{ todos: number }>('/api/v4/user_counts');
  updateShell((shell) =>
    shell.viewer === null ? shell : { ...shell, viewer: { ...shell.viewer, unreadInboxCount: todos } },
  );
}

async function refreshInbox(viewerId: number): Promise<void> {
  const { count } = await api.get<InboxCount>(INBOX_COUNT_PATH);
  storage.set(inboxCountKey(viewerId), count);
}

let timer: ReturnType<typeof setTimeout> | undefined;

function refreshInboxSoon(viewerId: number): void {
  clearTimeout(timer);
  // A number that could not be had is asked for again with the next message.
  timer = setTimeout(() => void refreshInbox(viewerId).catch(() => undefined), SETTLE_MS);
}

/** Keeps the numbers of the inbox and the to-do list true while a page is open. Draws nothing. */
export default function LiveCounts({ viewerId }: { viewerId: number }) {
  useEffect(() => refreshInboxSoon(viewerId), [viewerId]);
  useRealtime(`user:${viewerId}`, (message) => {
    if (isEventOrReconnect('todos.changed', message)) refreshTodos().catch(() => undefined);
    if (isEventOrReconnect(ATTENTION_SET_CHANGED, message)) refreshInboxSoon(viewerId);
  });
  return null;
}
