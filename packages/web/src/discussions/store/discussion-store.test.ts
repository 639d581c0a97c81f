import type { NotesData } from '@tributary/contract/discussions/page.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { discussion, note, notesData } from '../../../testing/page-notes.ts';
import { DiscussionStore } from './discussion-store.ts';

let threads = [discussion('d1', [note(1)])];
let isDown = false;
let store: DiscussionStore;
const notes: NotesData = notesData();

beforeEach(() => {
  threads = ['d1', 'd2', 'd3'].map((id, at) => discussion(id, [note(at + 1, { discussion_id: id })]));
  isDown = false;
  store = new DiscussionStore(notes);
  vi.stubGlobal('fetch', async (address: string) => {
    if (isDown) throw new TypeError('Failed to fetch');
    if (address.startsWith(notes.notesPath)) {
      return Response.json({ notes: [], last_fetched_at: notes.lastFetchedAt, more: false });
    }
    return Response.json(threads);
  });
});
afterEach(() => vi.unstubAllGlobals());

const shown = () => store.state.discussions.map(({ id }) => id);

it('forgets threads that are gone when everything is read again', async () => {
  await store.load();
  expect(shown()).toEqual(['d1', 'd2', 'd3']);
  threads = threads.filter(({ id }) => id !== 'd2');
  await store.load();
  expect(shown()).toEqual(['d1', 'd3']);
});

it('keeps what is shown when reading again fails, and tries again with the next poll', async () => {
  await store.load();
  threads = threads.slice(1);
  isDown = true;
  await store.load();
  expect([shown(), store.state.status]).toEqual([['d1', 'd2', 'd3'], 'loaded']);
  isDown = false;
  await store.catchUp(new AbortController().signal);
  await vi.waitFor(() => expect(shown()).toEqual(['d2', 'd3']));
});

it('says that the first reading has failed, and tries again with the next poll', async () => {
  isDown = true;
  await store.load();
  expect(store.state.status).toBe('failed');
  isDown = false;
  await store.catchUp(new AbortController().signal);
  await vi.waitFor(() => expect([shown(), store.state.status]).toEqual([['d1', 'd2', 'd3'], 'loaded']));
});

it('sends the head that the page shows with what is written, and does not read the notes again for another head', async () => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit) => {
    sent.push(method === 'GET' ? address : JSON.parse(body as string));
    return Response.json({ valid: true, commands_changes: {} });
  });
  const request = new DiscussionStore(notesData({ noteableType: 'MergeRequest', headSha: 'aaa' }));
  await request.post({ note: { note: '/merge' } }, { key: 'k1', place: 'p', fields: ['note'] });
  request.renew(notesData({ noteableType: 'MergeRequest', headSha: 'bbb' }));
  await request.post({ note: { note: '/merge' } }, { key: 'k2', place: 'p', fields: ['note'] });
  expect(sent).toMatchObject([{ merge_request_diff_head_sha: 'aaa' }, { merge_request_diff_head_sha: 'bbb' }]);
  await store.post({ note: { note: '/close' } }, { key: 'k3', place: 'p', fields: ['note'] });
  expect(sent.at(-1)).not.toHaveProperty('merge_request_diff_head_sha');
});

it('takes what may be said here from newer data of the page, and reads the notes again', async () => {
  await store.load();
  const heard = vi.fn<() => void>();
  store.subscribe(heard);
  store.renew({ ...notes, lastFetchedAt: '7', notesFilter: 2 });
  expect(heard).not.toHaveBeenCalled();
  threads = threads.slice(1);
  const changed = {
    currentUser: { canCreateNote: false, canCreateInternalNote: false, canResolve: false },
    notice: { kind: 'locked', text: 'This issue is locked.' } as const,
    warning: { text: 'Only members hear of it.', docsPath: '/help/issues' },
  };
  store.renew({ ...notes, ...changed });
  expect(heard).toHaveBeenCalled();
  expect(store.notes).toEqual({ ...notes, ...changed });
  await vi.waitFor(() => expect(shown()).toEqual(['d2', 'd3']));
});
