import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ObjectStorage } from './object-storage.ts';
import { createS3Storage } from './s3-storage.ts';

/** The part of S3 that is used; it has what each request sent, and holds only small objects. */
const HELD_BYTES = 1024 * 1024;
const seen: { method: string; path: string; size: number; isWhole: boolean }[] = [];
const objects = new Map<string, Buffer>();
const uploads = new Set<string>();
let received = 0;
let server: Server;
let storage: ObjectStorage;

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '', 'http://localhost');
  const method = request.method ?? '';
  const hash = createHash('sha256');
  const held: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const data = chunk as Buffer;
    hash.update(data);
    size += data.length;
    received += data.length;
    if (size <= HELD_BYTES) held.push(data);
  }
  const sum = request.headers['x-amz-checksum-sha256'];
  const isWhole = sum === hash.digest('base64') && Number(request.headers['content-length']) === size;
  seen.push({ method, path: url.pathname + url.search, size, isWhole });
  const id = url.searchParams.get('uploadId');
  const xml = (body: string) =>
    response.setHeader('content-type', 'application/xml').end(`<?xml version="1.0"?>${body}`);
  if (method === 'POST' && url.searchParams.has('uploads')) {
    uploads.add('u1');
    return void xml('<InitiateMultipartUploadResult><UploadId>u1</UploadId></InitiateMultipartUploadResult>');
  }
  if (method === 'GET' && url.searchParams.has('uploads')) {
    const listed = [...uploads].map(
      (each) =>
        `<Upload><Key>p/left</Key><UploadId>${each}</UploadId><Initiated>2020-01-01T00:00:00Z</Initiated></Upload>`,
    );
    return void xml(`<ListMultipartUploadsResult>${listed.join('')}</ListMultipartUploadsResult>`);
  }
  if (method === 'POST' && id) {
    uploads.delete(id);
    return void xml('<CompleteMultipartUploadResult><ETag>"e"</ETag></CompleteMultipartUploadResult>');
  }
  if (method === 'DELETE' && id) uploads.delete(id);
  if (method === 'PUT' && !id) objects.set(url.pathname, Buffer.concat(held));
  if (method !== 'GET') return void response.setHeader('etag', '"e"').end();
  const found = objects.get(url.pathname);
  if (found) return void response.end(found);
  response.statusCode = 404;
  xml('<Error><Code>NoSuchKey</Code></Error>');
}

beforeAll(async () => {
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  process.env['AWS_ACCESS_KEY_ID'] = 'key';
  process.env['AWS_SECRET_ACCESS_KEY'] = 'secret';
  storage = await createS3Storage(`s3://bucket/p?endpoint=http://127.0.0.1:${port}`);
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const MIB = 1024 * 1024;
/** `onSent` hears how many bytes were taken so far. */
async function* blocks(count: number, fail = false, onSent?: (bytes: number) => void): AsyncGenerator<Buffer> {
  for (let at = 0; at < count; at++) {
    yield Buffer.alloc(MIB, at);
    onSent?.((at + 1) * MIB);
  }
  if (fail) throw new Error('the sender went away');
}
const streamOf = (count: number, fail = false) => Readable.from(blocks(count, fail), { objectMode: false });

test('a small stream is one request with its length and checksum', async () => {
  await storage.put('a/small', Readable.from([Buffer.from('some '), Buffer.from('text')]));
  expect(seen.at(-1)).toEqual({ method: 'PUT', path: '/bucket/p/a/small?x-id=PutObject', size: 9, isWhole: true });
  const opened = await storage.open('a/small');
  expect(opened && (await text(opened.stream))).toBe('some text');
});

test('a large stream is sent in parts and never collected', async () => {
  received = 0;
  let most = 0;
  const sent = blocks(200, false, (bytes) => (most = Math.max(most, bytes - received)));
  await storage.put('a/large', Readable.from(sent, { objectMode: false }));
  const parts = seen.filter(({ path }) => path.includes('/a/large') && path.includes('partNumber'));
  expect(parts.map(({ size }) => size / MIB)).toEqual([...Array.from({ length: 12 }, () => 16), 8]);
  expect(parts.every(({ isWhole }) => isWhole)).toBe(true);
  expect(uploads.size).toBe(0);
  // What was taken and is not there yet: the part that is sent, the next one, and what waits on the way.
  expect(most / MIB).toBeLessThan(50);
});

test('a stream that fails leaves nothing, and maintenance removes what a stopped machine left', async () => {
  await expect(storage.put('a/torn', streamOf(20, true))).rejects.toThrow('the sender went away');
  expect(uploads.size).toBe(0);
  expect(objects.has('/bucket/p/a/torn')).toBe(false);
  uploads.add('left');
  expect(await storage.removeUnfinished(new Date())).toBe(1);
  expect(uploads.size).toBe(0);
});
