import { MOST_BEGINNINGS } from '@tributary/contract/discussions/page.ts';
import { afterEach, expect, it, vi } from 'vitest';
import { fetchBeginning } from './beginnings.ts';

afterEach(() => vi.unstubAllGlobals());

const begun = (id: string) => ({ id, text: id });

/** Answers with the id as the text; `without` has no beginning. */
function serve(without = ''): string[][] {
  const asked: string[][] = [];
  vi.stubGlobal('fetch', async (address: string) => {
    const ids = new URL(address, 'http://here').searchParams.get('ids')?.split(',') ?? [];
    asked.push(ids);
    return Response.json(ids.filter((id) => id !== without).map((id) => ({ id, text: id })));
  });
  return asked;
}

it('asks once for threads that are drawn together', async () => {
  const asked = serve('b');
  const all = await Promise.all(['a', 'b', 'a'].map((id) => fetchBeginning('/begun', id)));
  expect(all).toEqual([begun('a'), null, begun('a')]);
  expect(asked).toEqual([['a', 'b']]);
  await fetchBeginning('/begun', 'c');
  expect(asked).toEqual([['a', 'b'], ['c']]);
});

it('asks for no more at once than are answered', async () => {
  const asked = serve();
  const ids = Array.from({ length: MOST_BEGINNINGS + 2 }, (_, at) => `${at}`);
  const all = await Promise.all(ids.map((id) => fetchBeginning('/begun', id)));
  expect(all).toEqual(ids.map(begun));
  expect(asked.map(({ length }) => length)).toEqual([MOST_BEGINNINGS, 2]);
});

it('tells each of a failure, and asks again after it', async () => {
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 404 }));
  const both = await Promise.allSettled(['a', 'b'].map((id) => fetchBeginning('/begun', id)));
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  serve();
  await expect(fetchBeginning('/begun', 'a')).resolves.toEqual(begun('a'));
});
