import Fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { answerAhead } from './answers-ahead.ts';

const request = { headers: { cookie: 'a=b' }, socket: {} };
const asks = [
  { path: '/quick', of: 'page' as const },
  { path: '/broken', of: 'page' as const },
  { path: '/refused', of: 'page' as const },
  { path: '/long', of: 'view' as const },
  { path: '/never', of: 'view' as const, isLong: true },
];

function served() {
  const server = Fastify();
  server.get('/quick', async ({ headers }, reply) => reply.header('x-next-page', '2').send({ seen: headers.cookie }));
  server.get('/broken', async (_, reply) => reply.type('application/json').send('{"half":'));
  server.get('/refused', async (_, reply) => reply.code(403).send({}));
  server.get('/long', async () => ({ text: 'x'.repeat(40_000) }));
  return server;
}

const logged = () => {
  const warn = vi.fn<() => void>();
  return { warn, log: { warn } };
};

test('what is quick and short comes along; what is long is asked for; what is refused or broken is left to the page', async () => {
  const { warn, log } = logged();
  expect(await answerAhead(served(), request, asks, log)).toEqual({
    answers: { '/quick': { headers: { 'x-next-page': '2' }, body: { seen: 'a=b' } } },
    asks: ['/never', '/long'],
  });
  expect(warn).toHaveBeenCalledTimes(1);
});

test('a page that is made while the service ends goes without', async () => {
  const { warn, log } = logged();
  const server = served();
  await server.ready();
  await server.close();
  expect(await answerAhead(server, request, asks.slice(0, 1), log)).toEqual({ answers: {}, asks: [] });
  expect(warn).toHaveBeenCalledTimes(1);
});
