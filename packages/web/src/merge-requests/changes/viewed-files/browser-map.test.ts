import type { DiffFileSummary } from '@tributary/contract/merge-requests/diffs.ts';
import { expect, test } from 'vitest';
import { mirrorToBrowser, takeBrowserMap } from './browser-map.ts';

const file = (name: string) => ({ file_hash: name, file_identifier_hash: `id-${name}` }) as DiffFileSummary;
const files = [file('a'), file('b')];
const PATH = '/group/project/-/merge_requests/1';
const KEY = `${PATH}-file-reviews`;

function box(entries: Record<string, string> = {}) {
  const kept = new Map(Object.entries(entries));
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
}

test('marks of other clients are taken, for files that are still there; those of the server are not', () => {
  const old = box({
    [KEY]: JSON.stringify({ 'id-a': ['some-id', 'hash:a'], 'id-b': ['x', 'hash:other'], gone: ['y'] }),
  });
  expect(takeBrowserMap(PATH, files, old)).toEqual(['a']);
  mirrorToBrowser(PATH, files, new Set(['a']), old);
  expect(takeBrowserMap(PATH, files, old)).toEqual([]);
  // Later again.
  old.setItem(KEY, JSON.stringify({ ...JSON.parse(old.getItem(KEY) ?? ''), 'id-b': ['another-id', 'hash:b'] }));
  expect(takeBrowserMap(PATH, files, old)).toEqual(['b']);
});

test('what others wrote stays as it is, until the reader takes their mark away', () => {
  const foreign = { 'id-a': ['some-id', 'hash:a', 'older', 'hash:older'], 'id-b': { of: 'somebody' }, gone: 7 };
  const kept = box({ [KEY]: JSON.stringify(foreign) });
  const now = () => JSON.parse(kept.getItem(KEY) ?? '');
  // The server has not heard of it yet: it could not be saved.
  mirrorToBrowser(PATH, files, new Set(), kept);
  expect(now()).toEqual(foreign);
  mirrorToBrowser(PATH, files, new Set(['a']), kept);
  expect(now()).toEqual(foreign);
  mirrorToBrowser(PATH, files, new Set(), kept);
  expect(now()).toEqual({ ...foreign, 'id-a': ['older', 'hash:older'] });
  const torn = box({ [KEY]: '{"id-a"' });
  mirrorToBrowser(PATH, files, new Set(['a']), torn);
  expect(torn.getItem(KEY)).toBe('{"id-a"');
});

test.each(['null', '[]', '{"id-a": 5}', '{"id-a"', '"text"'])('a map that is none is as good as absent: %s', (text) => {
  expect(takeBrowserMap(PATH, files, box({ [KEY]: text }))).toEqual([]);
});

test('the map follows the server: both names together, and no empty lists', () => {
  const kept = box({ [KEY]: JSON.stringify({ elsewhere: ['z', 'hash:z'] }) });
  mirrorToBrowser(PATH, files, new Set(['a']), kept);
  expect(JSON.parse(kept.getItem(KEY) ?? '')).toEqual({ 'id-a': ['a', 'hash:a'], elsewhere: ['z', 'hash:z'] });
  const only = box({});
  mirrorToBrowser(PATH, files, new Set(['b']), only);
  mirrorToBrowser(PATH, files, new Set(), only);
  expect(only.getItem(KEY)).toBeNull();
  // As it was kept by earlier versions, which asked each browser once.
  const earlier = box({ [KEY]: JSON.stringify({ 'id-b': ['b', 'hash:b'] }), [`${KEY}-taken`]: '1' });
  expect(takeBrowserMap(PATH, files, earlier)).toEqual([]);
  mirrorToBrowser(PATH, files, new Set(), earlier);
  expect(earlier.getItem(KEY)).toBeNull();
});

test('a browser that refuses storage loses nothing but the copy', () => {
  const blocked = {
    getItem: () => {
      throw new Error('blocked');
    },
    setItem: () => undefined,
    removeItem: () => undefined,
  };
  expect(takeBrowserMap(PATH, files, blocked)).toEqual([]);
  expect(() => mirrorToBrowser(PATH, files, new Set(['a']), blocked)).not.toThrow();
});
