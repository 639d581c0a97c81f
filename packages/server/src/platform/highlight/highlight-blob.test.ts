import { afterAll, describe, expect, it } from 'vitest';
import { closeMarkup, textThreads } from '../markup/text-workers.ts';
import { BlobHighlighter } from './highlight-blob.ts';
import { LineCache } from './line-cache.ts';

const SOURCE = Array.from(
  { length: 5_000 },
  (_, index) => `  const value${index} = compute("text ${index}", ${index}, { key: [1, 2] }); // note ${index}`,
).join('\n');

async function timeOf(act: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await act();
  return performance.now() - started;
}

afterAll(closeMarkup);

describe('BlobHighlighter', () => {
  it('gives the lines of a file', async () => {
    const highlighter = new BlobHighlighter();
    expect(await highlighter.highlightBlob({ oid: 'a', path: 'x.js', text: 'let a = 1;\n' })).toEqual([
      '<span class="hl-keyword">let</span> a = <span class="hl-number">1</span>;',
    ]);
    expect(await highlighter.highlightBlob({ oid: 'a', path: 'x.txt', text: 'let a = 1;\n' })).toEqual(['let a = 1;']);
    expect(await highlighter.highlightBlob({ oid: 'b', path: 'x', text: '#!/bin/sh\necho 1' })).toEqual([
      '<span class="hl-meta">#!/bin/sh</span>',
      '<span class="hl-function">echo</span> 1',
    ]);
  });

  it('R26: is at least twenty times faster the second time', async () => {
    const highlighter = new BlobHighlighter();
    await highlighter.highlightBlob({ oid: 'warm-up', path: 'x.ts', text: 'let a' });
    const blob = { oid: 'large', path: 'x.ts', text: SOURCE };
    const cold = await timeOf(() => highlighter.highlightBlob(blob));
    const warm = await timeOf(async () => {
      for (let run = 0; run < 10; run++) await highlighter.highlightBlob(blob);
    });
    expect(warm / 10).toBeLessThan(cold / 20);
    expect(await highlighter.highlightBlob(blob)).toHaveLength(5_000);
  });

  it('does the same work once', async () => {
    const highlighter = new BlobHighlighter();
    const blob = { oid: 'same', path: 'x.ts', text: SOURCE };
    const [first, ...others] = await Promise.all(Array.from({ length: 8 }, () => highlighter.highlightBlob(blob)));
    for (const other of others) expect(other).toBe(first);
  });

  it('shows a file without colours when the workers can not', async () => {
    const failures: unknown[] = [];
    const highlighter = new BlobHighlighter({ onFailure: (error) => failures.push(error) });
    const blob = { oid: 'a', path: 'x.ts', text: SOURCE };
    const pending = highlighter.highlightBlob(blob);
    await new Promise((resolve) => setImmediate(resolve));
    await closeMarkup();
    expect((await pending)[0]).toBe(SOURCE.split('\n', 1)[0]);
    expect(failures).toHaveLength(1);
    // That passes: the next reader gets colours.
    expect((await highlighter.highlightBlob(blob))[0]).toContain('hl-keyword');
  });

  it('does not send to a worker what it would only escape', async () => {
    await closeMarkup();
    const highlighter = new BlobHighlighter();
    const [line] = await highlighter.highlightBlob({ oid: 'min', path: 'x.js', text: 'let a;'.repeat(1_000) });
    expect(line).toBe('let a;'.repeat(1_000));
    expect(textThreads()).toBe(0);
  });

  it('stays within its memory', async () => {
    const highlighter = new BlobHighlighter({ maxBytes: 50_000 });
    for (let index = 0; index < 40; index++) {
      await highlighter.highlightBlob({ oid: `blob${index}`, path: 'x.txt', text: 'word '.repeat(1_000) });
    }
    expect(highlighter.bytes).toBeLessThanOrEqual(50_000);
    expect(highlighter.bytes).toBeGreaterThan(30_000);
  });
});

describe('LineCache', () => {
  it('forgets what was used least recently', () => {
    const cache = new LineCache(4_000);
    for (const key of ['a', 'b', 'c']) cache.set(key, ['x'.repeat(700)]);
    cache.get('a');
    cache.set('d', ['x'.repeat(700)]);
    cache.set('e', ['x'.repeat(700)]);
    expect([...'abcde'].filter((key) => cache.get(key) !== undefined)).toEqual(['a', 'c', 'd', 'e']);
  });

  it('counts two bytes for other alphabets and keeps nothing huge', () => {
    const cache = new LineCache(4_000);
    cache.set('latin', ['x'.repeat(100)]);
    const latin = cache.bytes;
    cache.set('other', ['字'.repeat(100)]);
    expect(cache.bytes - latin).toBe(latin + 100);
    cache.set('huge', ['x'.repeat(2_000)]);
    expect(cache.get('huge')).toBeUndefined();
    cache.set('latin', ['y']);
    expect(cache.get('latin')).toEqual(['y']);
    expect(Object.isFrozen(cache.get('latin'))).toBe(true);
  });
});
