import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import { afterEach, expect, it, vi } from 'vitest';
import { discussion, note } from '../../../testing/page-notes.ts';
import { putDiscussions } from '../model/merge-notes.ts';
import { fetchDiscussions } from './queries.ts';

afterEach(() => vi.unstubAllGlobals());

/** A server with so many threads, numbered from 1, one note each. */
function serve(count: number): string[] {
  const asked: string[] = [];
  const all = Array.from({ length: count }, (_, at) => discussion(`d${at + 1}`, [note(at + 1)]));
  vi.stubGlobal('fetch', async (address: string) => {
    const query = new URL(address, 'http://here').searchParams;
    asked.push(query.get('note_id') === null ? `after ${query.get('cursor') ?? 'nothing'}` : 'around');
    const size = Number(query.get('per_page'));
    const target = Number(query.get('note_id') ?? 0);
    const from = target > 0 ? Math.max(0, target - 1 - size / 2) : Number(query.get('cursor') ?? 0);
    const headers: Record<string, string> = from + size < count ? { 'X-Next-Page-Cursor': String(from + size) } : {};
    return new Response(JSON.stringify(all.slice(from, from + size)), { headers });
  });
  return asked;
}

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => `d${from + at}`);

async function read(noteId?: string) {
  const pages: string[][] = [];
  let all: PageDiscussion[] = [];
  const take = (page: PageDiscussion[], before?: string) => {
    pages.push(page.map((each) => each.id));
    all = putDiscussions(all, page, before);
    // Each stands in its place at once, not when all are there.
    const places = all.map(({ id }) => Number(id.slice(1)));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  };
  const ids = await fetchDiscussions('/d.json', take, new AbortController().signal, { noteId });
  return { ids, pages };
}

it('brings what is around a linked note first, then all the rest, each once in the order given', async () => {
  const asked = serve(400);
  const { ids, pages } = await read('200');
  expect(pages[0]).toEqual(numbers(190, 209));
  expect(ids).toEqual(numbers(1, 400));
  expect(asked[0]).toBe('around');
  // Both ways at a time: neither waits for the other.
  expect(asked.slice(1, 3).toSorted()).toEqual(['after 209', 'after nothing']);
});

it.each(['1', '5', '398', '400'])('is whole for a link to note %s of 400 as well', async (noteId) => {
  serve(400);
  const { ids, pages } = await read(noteId);
  expect(pages[0]).toContain(`d${noteId}`);
  expect(ids).toEqual(numbers(1, 400));
});

it('reads from the start without a link, and nothing more where there is nothing', async () => {
  serve(60);
  const { ids, pages } = await read();
  expect([ids, pages[0]]).toEqual([numbers(1, 60), numbers(1, 20)]);
  serve(0);
  expect(await read('7')).toEqual({ ids: [], pages: [[]] });
});
