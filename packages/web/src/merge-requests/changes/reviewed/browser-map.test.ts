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

test('marks of the browser are taken once, for files that are still there', () => {
  const old = box({
    [KEY]: JSON.stringify({ 'id-a': ['some-id', 'hash:a'], 'id-b': ['x', 'hash:other'], gone: ['y'] }),
  });
  expect(takeBrowserMap(PATH, files, old)).toEqual(['a']);
  expect(takeBrowserMap(PATH, files, old)).toEqual([]);
});

test.each(['null', '[]', '{"id-a": 5}', '{"id-a"', '"text"'])('a map that is none is as good as absent: %s', (text) => {
  expect(takeBrowserMap(PATH, files, box({ [KEY]: text }))).toEqual([]);
});

test('the map follows the server: both names together, and no empty lists', () => {
  const kept = box({ [KEY]: JSON.stringify({ 'id-b': ['b', 'hash:b'], elsewhere: ['z', 'hash:z'] }) });
  mirrorToBrowser(PATH, files, new Set(['a']), kept);
  expect(JSON.parse(kept.getItem(KEY) ?? '')).toEqual({ 'id-a': ['a', 'hash:a'], elsewhere: ['z', 'hash:z'] });
  const only = box({ [KEY]: JSON.stringify({ 'id-b': ['b', 'hash:b'] }) });
  mirrorToBrowser(PATH, files, new Set(), only);
  expect(only.getItem(KEY)).toBeNull();
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
