import type { FastifyInstance } from 'fastify';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUser } from '../src/accounts/testing.ts';
import { createProject } from '../src/projects/testing.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';

const BODY_IDLE_MS = 300;
let app: TestApp;
let server: FastifyInstance;
beforeAll(async () => {
  app = await createTestApp({}, { bodyIdleMs: BODY_IDLE_MS });
  server = await app.server();
});
afterAll(() => app.close());

test('a type of content without any content is no body', async () => {
  const owner = await createUser(app);
  const project = await createProject(app, { owner: owner.user, visibility: 'private' });
  const headers = { ...owner.headers, 'content-type': 'application/json' };
  const starred = await server.inject({ method: 'POST', url: `/api/v4/projects/${project.id}/star`, headers });
  expect(starred.statusCode).toBe(201);
  const blank = await server.inject({
    method: 'POST',
    url: `/api/v4/projects/${project.id}/unstar`,
    headers,
    payload: ' ',
  });
  expect(blank.statusCode).toBe(400);
});

/** Sends a head that promises `size` bytes, then whatever `send` gives until it ends; what came back until it was closed. */
function answerTo(
  origin: string,
  size: number,
  send: (write: (text: string) => void) => Promise<void>,
): Promise<string> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let answer = '';
    const readable = (part: Buffer) => {
      answer += part.toString();
      if (answer.endsWith('}')) socket.end();
    };
    socket.on('data', readable).on('error', () => undefined);
    socket.on('close', () => resolve(answer));
    const head = ['Host: x', 'Content-Type: application/json', `Content-Length: ${size}`];
    socket.write(`POST /api/graphql HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n`);
    void send((text) => socket.write(text));
  });
}

test('a body that does not arrive is given up, one that makes progress is read to its end', async () => {
  const origin = await app.listen();
  const silent = await answerTo(origin, 100, async () => undefined);
  expect(silent).toMatch(/^HTTP\/1\.1 408 /);
  const body = JSON.stringify({ query: '{ metadata { version } }', variables: { padding: 'x'.repeat(20_000) } });
  const slow = await answerTo(origin, body.length, async (write) => {
    for (let at = 0; at < body.length; at += 2_048) {
      write(body.slice(at, at + 2_048));
      await sleep(BODY_IDLE_MS / 4);
    }
  });
  expect(slow).toMatch(/^HTTP\/1\.1 200 /);
});

test('an injected request, which has no connection, may take its time', async () => {
  const user = await createUser(app);
  async function* body() {
    yield '{"query":';
    await sleep(2 * BODY_IDLE_MS);
    yield '"{ metadata { version } }"}';
  }
  const headers = { ...user.headers, 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
  const payload = Readable.from(body());
  const answer = await server.inject({ method: 'POST', url: '/api/graphql', headers, payload });
  expect(answer.statusCode).toBe(200);
});
