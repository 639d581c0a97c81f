import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { encodingFor } from './compression.ts';
import { SerializedJson } from './serialized-json.ts';

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.0', undefined],
  ['identity', undefined],
  ['x-gzip, brotli', undefined],
  [['gzip', 'br'], 'br'],
  [undefined, undefined],
])('%s takes %s', (accepted, encoding) => {
  expect(encodingFor(accepted)).toBe(encoding);
});

test('what was made once is compressed once', async () => {
  const made = new SerializedJson({ text: 'again and '.repeat(1_000) });
  const [first, second] = await Promise.all([made.packed('gzip'), made.packed('gzip')]);
  expect(second).toBe(first);
  expect(await made.packed('gzip')).toBe(first);
  expect(gunzipSync(first).equals(made.bytes)).toBe(true);
});
