import { beforeEach, describe, expect, it, vi } from 'vitest';
import { deviceTexts } from '../../lib/device-texts.ts';
import { storage } from '../../lib/storage.ts';
import { AutosaveStore } from './autosave-store.ts';

type Saved = { text: string; base: string | null; revision: number };

/** The server of one user's texts, as far as these tests need it. */
class FakeServer {
  readonly saved = new Map<string, Saved>();
  readonly requests: string[] = [];
  /** Keys of forms whose text is there. */
  readonly arrived = new Set<string>();
  readonly late: string[] = [];
  /** What the pages knew of the texts that they let go of. */
  readonly dropped: (string | null)[] = [];
  isDown = false;

  fetch = async (input: string, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(input, 'http://test');
    const method = init.method ?? 'GET';
    this.requests.push(method);
    if (this.isDown) throw new TypeError('Failed to fetch');
    if (method === 'GET') {
      return Response.json(
        [...this.saved].map(([field, value]) => ({ field, ...value, updated_at: '2026-01-01T00:00:00Z' })),
      );
    }
    if (method === 'DELETE') {
      this.dropped.push(url.searchParams.get('revision'));
      this.saved.delete(url.searchParams.get('field') ?? '');
      return new Response(null, { status: 204 });
    }
    const { field, text, base, sent_as: sentAs, asks } = JSON.parse(typeof init.body === 'string' ? init.body : '');
    if (asks === true || this.arrived.has(sentAs)) return Response.json({ sent: this.arrived.has(sentAs) });
    const revision = (this.saved.get(field)?.revision ?? 0) + 1;
    this.saved.set(field, { text, base, revision });
    return Response.json({ field, base, revision, updated_at: '2026-01-01T00:00:00Z' });
  };
}

const signal = new AbortController().signal;
let server: FakeServer;
const open = () => new AutosaveStore(7, 'MergeRequest:1');

beforeEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  server = new FakeServer();
  vi.stubGlobal('fetch', server.fetch);
});

describe('AutosaveStore', () => {
  it('brings nothing back that was let go of while the server was asked', async () => {
    server.saved.set('note:readers', { text: 'internal', base: null, revision: 1 });
    const texts = open();
    await texts.load(signal);
    const answer = texts.load(signal);
    texts.drop('note:readers', true);
    await answer;
    expect(texts.find('note:readers')).toBeUndefined();
    await texts.settled();
    expect([...server.saved.keys()]).toEqual([]);
    // What another window writes there later is another text.
    server.saved.set('note:readers', { text: 'internal', base: null, revision: 2 });
    await texts.load(signal);
    expect(texts.find('note:readers')?.text).toBe('internal');
  });

  it('has a keystroke on the device at once, and on the server a moment later', async () => {
    const texts = open();
    texts.change('note', 'Hel', null);
    expect(storage.keys('text.')).toEqual(['text.7.MergeRequest:1.note']);
    // The tab dies here.
    expect(open().find('note')?.text).toBe('Hel');
    texts.change('note', 'Hello', null);
    await texts.settled();
    expect(server.saved.get('note')?.text).toBe('Hello');
    expect(open().find('note')).toMatchObject({ text: 'Hello', isDirty: false });
  });

  it('tells which state it knew when it was sent, so that what another window wrote since is not taken for it', async () => {
    const texts = open();
    texts.change('note', 'Never saved', null);
    texts.drop('note', true);
    await texts.settled();
    texts.change('note', 'Saved', null);
    await texts.settled();
    texts.drop('note', true);
    await texts.settled();
    texts.change('note', 'Saved', null);
    await texts.settled();
    texts.change('note', 'On its way', null);
    const answer = Promise.withResolvers<void>();
    vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
      const response = await server.fetch(input, init);
      await answer.promise;
      return response;
    });
    const saving = texts.settled();
    await vi.waitFor(() => expect(server.saved.get('note')?.text).toBe('On its way'));
    texts.drop('note', true);
    answer.resolve();
    await saving;
    await texts.settled();
    texts.change('note', 'Thrown away', null);
    texts.drop('note', false);
    await texts.settled();
    expect(server.dropped).toEqual(['0', '1', '2', null]);
  });

  it('stays when an answer is older than what was saved meanwhile', async () => {
    const texts = open();
    texts.change('note', 'Typed', null);
    // Asked before the text is there, answered after it was saved: as when a page is reloaded in that moment.
    let answer = () => {};
    const asked = new Promise<void>((resolve) => (answer = resolve));
    vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
      const response = await server.fetch(input, init);
      if (init.method === 'GET') await asked;
      return response;
    });
    const loading = texts.load(signal);
    await texts.settled();
    answer();
    await loading;
    expect(texts.find('note')).toMatchObject({ text: 'Typed', isDirty: false });

    // Also when it was the page before that saved it, while the document of this one was made.
    server.saved.clear();
    vi.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(Date.now() - 600_000);
    const reloaded = open();
    await reloaded.load(signal, true);
    expect(reloaded.find('note')?.text).toBe('Typed');
    // What another window sent or threw away since is gone.
    vi.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(Date.now() + 1_000);
    await reloaded.load(signal, true);
    expect(reloaded.find('note')).toBeUndefined();
  });

  it('comes back on another device', async () => {
    const texts = open();
    texts.change('note', 'Begun here', '2026-01-01');
    await texts.settled();
    localStorage.clear();
    const elsewhere = open();
    expect(elsewhere.find('note')).toBeUndefined();
    await elsewhere.load(signal);
    expect(elsewhere.find('note')).toMatchObject({ text: 'Begun here', base: '2026-01-01', isDirty: false });
  });

  it('keeps what was typed without a connection, and sends it when there is one', async () => {
    server.isDown = true;
    const texts = open();
    texts.change('note', 'In the tunnel', null);
    await texts.settled();
    const reloaded = open();
    expect(reloaded.find('note')?.text).toBe('In the tunnel');
    server.isDown = false;
    await reloaded.load(signal);
    await reloaded.settled();
    expect(server.saved.get('note')?.text).toBe('In the tunnel');
  });

  it('prefers what is typed here to what the server knows', async () => {
    server.saved.set('note', { text: 'older', base: null, revision: 4 });
    const texts = open();
    texts.change('note', 'newer', null);
    await texts.load(signal);
    expect(texts.find('note')?.text).toBe('newer');
  });

  it('forgets what was sent in another window, but not what was typed since', async () => {
    const texts = open();
    texts.change('a', 'sent elsewhere', null);
    texts.change('b', 'kept', null);
    await texts.settled();
    server.saved.clear();
    texts.change('b', 'kept and longer', null);
    await texts.load(signal);
    expect([texts.find('a'), texts.find('b')?.text]).toEqual([undefined, 'kept and longer']);
  });

  it('leaves nothing behind when a text was sent while it was being saved', async () => {
    const texts = open();
    texts.change('note', 'Done', null);
    texts.drop('note', true);
    await texts.settled();
    expect([server.saved.size, storage.keys('text.')]).toEqual([0, []]);
  });

  it('belongs to one user, and leaves the device with them once the server has it', async () => {
    const texts = open();
    texts.change('saved', 'mine', null);
    await texts.settled();
    server.isDown = true;
    texts.change('only here', 'mine too', null);
    const other = new AutosaveStore(8, 'MergeRequest:1');
    expect(other.fields()).toEqual([]);
    expect(open().fields()).toEqual(['only here']);
    deviceTexts.forgetSaved();
    expect(open().fields()).toEqual(['only here']);
  });

  it('is not brought back when it arrived while nobody waited for the answer', async () => {
    const texts = open();
    texts.change('note', 'Sent on the way out', null);
    texts.change('note:kind', 'thread', null);
    texts.change('other', 'Not sent', null);
    const key = texts.sending(['note']);
    // Sent again it is the same.
    expect(texts.sending(['note'])).toBe(key);
    // The page goes here; what it had not saved yet is only on the device.
    server.arrived.add(key ?? '');
    const next = open();
    expect(next.find('note')?.text).toBe('Sent on the way out');
    await next.load(signal);
    await next.settled();
    expect([next.fields(), [...server.saved.keys()]]).toEqual([['other'], ['other']]);
  });

  it('goes by one key with the other texts of its form, until one of them changes', async () => {
    const texts = open();
    texts.change('title', 'Door', null);
    texts.change('description', 'Creaks', null);
    texts.change('description:readers', 'all', null);
    const form = ['title', 'description'];
    const key = texts.sending(form);
    expect(open().sending(form)).toBe(key);
    texts.change('description:readers', 'confidential', null);
    const other = texts.sending(form);
    expect(other).not.toBe(key);
    expect([texts.sending(form), texts.sending(form, 'given'), texts.sending(form)]).toEqual([other, 'given', 'given']);
    expect(texts.sending(['nothing'])).toBeUndefined();
    server.arrived.add('given');
    const next = open();
    await next.load(signal);
    await next.settled();
    expect(next.fields()).toEqual([]);
  });

  it('is asked about without being written again over what another window keeps there', async () => {
    const texts = open();
    texts.change('note', 'Perhaps sent', null);
    await texts.settled();
    texts.sending(['note']);
    const next = open();
    await next.load(signal);
    server.saved.set('note', { text: 'Written elsewhere', base: null, revision: 9 });
    await next.settled();
    expect(server.requests.at(-1)).toBe('PUT');
    expect(server.saved.get('note')?.text).toBe('Written elsewhere');
    // Typed on it is a text to be kept again.
    next.change('note', 'Perhaps sent, and more', null);
    await next.settled();
    expect(server.saved.get('note')?.text).toBe('Perhaps sent, and more');
  });

  it('goes when it arrives a little later than the page that follows, but not what was typed on', async () => {
    vi.useFakeTimers();
    try {
      const texts = open();
      for (const field of ['note', 'reply']) {
        texts.change(field, 'Sent on the way out', null);
        await texts.settled();
        server.late.push(texts.sending([field]) ?? '');
      }
      const next = open();
      await next.load(signal);
      expect(next.find('note')?.text).toBe('Sent on the way out');
      next.change('reply', 'Sent on the way out, and more', null);
      await next.settled();
      // Now the comments are there.
      for (const key of server.late) server.arrived.add(key);
      await vi.advanceTimersByTimeAsync(1_000);
      expect([next.find('note'), next.find('reply')?.text]).toEqual([undefined, 'Sent on the way out, and more']);
      expect(next.find('reply')?.sentAs).toBeUndefined();
    } finally {
      vi.useRealTimers();
    }
  });
});
