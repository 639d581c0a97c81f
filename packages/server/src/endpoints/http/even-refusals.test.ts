import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { answersRefusal, evenRefusals } from './even-refusals.ts';

/** Longer than any test may take. */
const AGES_MS = 600_000;

function serverOf(everyMs: number) {
  const turns = { 401: everyMs, 404: everyMs };
  const server = Fastify();
  // What says how long an answer took is kept where someone wants to know.
  server.addHook('onResponse', (_request, _reply, done) => done());
  evenRefusals(server, turns);
  server.get('/seen', async () => ({ id: 1 }));
  server.get('/hidden', async (_request, reply) => reply.code(404).send({ message: 'Not Found' }));
  server.get('/denied', async (_request, reply) => reply.code(401).send({ message: 'Unauthorized' }));
  server.get('/null', async (_request, reply) => {
    answersRefusal(reply);
    return { project: null };
  });
  return server;
}

test('what may be seen is answered at once', async () => {
  expect((await serverOf(AGES_MS).inject('/seen')).json()).toEqual({ id: 1 });
});

test.each(['/hidden', '/denied', '/null'])('%s is answered at the end of a turn', async (url) => {
  const began = performance.now();
  const { body } = await serverOf(200).inject(url);
  expect(performance.now() - began).toBeGreaterThan(199);
  expect(body).not.toBe('');
});
