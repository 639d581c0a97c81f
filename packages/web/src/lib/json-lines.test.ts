import { expect, test } from 'vitest';
import { jsonLines } from './json-lines.ts';

function answerOf(parts: readonly string[]): Response {
  const bytes = new TextEncoder();
  return new Response(
    new ReadableStream({
      start(stream) {
        for (const part of parts) stream.enqueue(bytes.encode(part));
        stream.close();
      },
    }),
  );
}

async function read(parts: readonly string[]): Promise<unknown[]> {
  const lines: unknown[] = [];
  for await (const line of jsonLines(answerOf(parts))) lines.push(line);
  return lines;
}

test('lines are told wherever the parts of the answer begin and end', async () => {
  expect(await read(['{"a":1}\n{"a":2}\n\n', '{"a"', ':', '3}\n[4', ']\n'])).toEqual([
    { a: 1 },
    { a: 2 },
    { a: 3 },
    [4],
  ]);
  expect(await read([])).toEqual([]);
});

test('what breaks off says so, after what was whole', async () => {
  const heard: unknown[] = [];
  const listen = async () => {
    for await (const line of jsonLines(answerOf(['1\n2\n', '[3']))) heard.push(line);
  };
  await expect(listen()).rejects.toThrow('was incomplete');
  expect(heard).toEqual([1, 2]);
});

test('nothing more is read when nobody listens', async () => {
  let isCancelled = false;
  const endless = new ReadableStream({
    pull: (stream) => stream.enqueue(new TextEncoder().encode('1\n')),
    cancel: () => void (isCancelled = true),
  });
  for await (const line of jsonLines(new Response(endless))) if (line === 1) break;
  await expect.poll(() => isCancelled).toBe(true);
});
