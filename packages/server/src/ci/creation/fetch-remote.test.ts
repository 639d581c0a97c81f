import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { fetchRemote } from './fetch-remote.ts';

let app: TestApp;
let asked: string[] = [];
const text = '#'.repeat(1_000_000);
const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  response.end(text);
});

beforeAll(async () => {
  app = await createTestApp({ outboundAllowList: ['127.0.0.1'] });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.close();
  await app.close();
});

test('an answer is reused for its time, and the oldest are forgotten when all together are too long', async () => {
  const fetchFile = (name: string, seconds: number | null) =>
    fetchRemote(app.system, `http://127.0.0.1:${(server.address() as AddressInfo).port}/${name}`, seconds);
  expect(await fetchFile('a', 60)).toEqual({ ok: true, text });
  await fetchFile('a', 60);
  expect(asked).toEqual(['/a']);
  await fetchFile('a', null);
  app.clock.advance(61_000);
  await fetchFile('a', 60);
  expect(asked).toEqual(['/a', '/a', '/a']);
  for (let at = 0; at < 8; at += 1) await fetchFile(String(at), 60);
  asked = [];
  await fetchFile('7', 60);
  await fetchFile('a', 60);
  expect(asked).toEqual(['/a']);
});
