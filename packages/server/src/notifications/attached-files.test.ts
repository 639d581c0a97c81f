import { cpuMsOf } from '@tributary/contract/testing/cpu-time.ts';
import { expect, test } from 'vitest';
import { MAX_ATTACHED_BYTES, namedInHtml, namedInText, attachmentsWithinLimit } from './attached-files.ts';

const file = (digit: string, filename: string, sizeBytes = 10) => ({
  secret: digit.repeat(32),
  filename,
  size_bytes: sizeBytes,
});
const A = file('a', 'leak & drip.png');
const B = file('b', 'log.txt');

test('files go along as long as there is room for all of them together, each once', () => {
  const big = file('c', 'video.mp4', MAX_ATTACHED_BYTES + 1);
  const whole = file('d', 'whole.bin', MAX_ATTACHED_BYTES - 10);
  expect(attachmentsWithinLimit([big, A, A, whole, B])).toEqual([A, whole]);
  expect(attachmentsWithinLimit([file('e', 'e', MAX_ATTACHED_BYTES)])).toHaveLength(1);
});

test('attached files are named, links to others stay', () => {
  const text = `See ![leak](https://x.example/-/project/7/uploads/${A.secret}/leak.png){width=50} and [log](/uploads/${B.secret}/log.txt)`;
  expect(namedInText(text, [A])).toBe(`See leak & drip.png (attached) and [log](/uploads/${B.secret}/log.txt)`);
  const html = `<p><a href="/-/project/7/uploads/${A.secret}/leak.png" target="_blank"><img src="/-/project/7/uploads/${A.secret}/leak.png" alt="leak"></a> <a href="/x">y</a> <img alt="b" src="/-/project/7/uploads/${B.secret}/b.png"></p>`;
  expect(namedInHtml(html, [A])).toBe(
    `<p><strong>leak &amp; drip.png</strong> (attached) <a href="/x">y</a> <img alt="b" src="/-/project/7/uploads/${B.secret}/b.png"></p>`,
  );
  expect(namedInHtml(html, [B])).toContain('<a href="/x">y</a> <strong>log.txt</strong> (attached)</p>');
});

test('texts made to take long take no time', async () => {
  const evil = [
    '['.repeat(300_000),
    '[]('.repeat(100_000),
    `[](${'/uploads/'.repeat(30_000)}`,
    `[](/uploads/${'a'.repeat(32)}/`.repeat(8_000),
    '<a href="'.repeat(30_000),
    `<a ${'href="/uploads/" '.repeat(20_000)}`,
    `<a href="/uploads/${'a'.repeat(32)}/">`.repeat(4_000),
  ];
  expect(await cpuMsOf(() => evil.map((text) => [namedInText(text, [A]), namedInHtml(text, [A])]))).toBeLessThan(2_000);
});
