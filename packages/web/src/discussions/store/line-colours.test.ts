import { MOST_COLOURED_THREADS } from '@tributary/contract/discussions/page.ts';
import { afterEach, expect, it, vi } from 'vitest';
import { fetchLineColours } from './line-colours.ts';

afterEach(() => vi.unstubAllGlobals());

/** Answers with the id as the only line; `without` has no lines. */
function serve(without = ''): string[][] {
  const asked: string[][] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    const ids = new URL(address, 'http://here').searchParams.get('ids')?.split(',') ?? [];
    asked.push(ids);
    return Response.json(ids.filter((id) => id !== without).map((id) => ({ id, rich_text: [id] })));
  });
  return asked;
}

it('asks once for threads that are drawn together', async () => {
  const asked = serve('b');
  const all = await Promise.all(['a', 'b', 'a'].map((id) => fetchLineColours('/colours', id)));
  expect(all).toEqual([['a'], null, ['a']]);
  expect(asked).toEqual([['a', 'b']]);
  await fetchLineColours('/colours', 'c');
  expect(asked).toEqual([['a', 'b'], ['c']]);
});

it('asks for no more at once than are answered', async () => {
  const asked = serve();
  const ids = Array.from({ length: MOST_COLOURED_THREADS + 2 }, (_, at) => `${at}`);
  const all = await Promise.all(ids.map((id) => fetchLineColours('/colours', id)));
  expect(all).toEqual(ids.map((id) => [id]));
  expect(asked.map(({ length }) => length)).toEqual([MOST_COLOURED_THREADS, 2]);
});

it('tells each of a failure, and asks again after it', async () => {
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 404 }));
  const both = await Promise.allSettled(['a', 'b'].map((id) => fetchLineColours('/colours', id)));
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  serve();
  await expect(fetchLineColours('/colours', 'a')).resolves.toEqual(['a']);
});
