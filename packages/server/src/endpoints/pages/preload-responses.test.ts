import Fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { preloadResponses } from './preload-responses.ts';

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
  expect(await preloadResponses(served(), request, asks, log)).toEqual({
    answers: { '/quick': { headers: { 'x-next-page': '2' }, body: { seen: 'a=b' } } },
    asks: ['/never', '/long'],
  });
  expect(warn).toHaveBeenCalledTimes(1);
});

test('what was too long is asked for at once the next times, and tried again after a while', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    const server = served();
    let made = 0;
    let text = 'x'.repeat(40_000);
    server.get('/changing', async () => ((made += 1), { text }));
    const changing = [{ path: '/changing', of: 'page' as const }];
    const answered = () => preloadResponses(server, request, changing, logged().log);
    const later = { answers: {}, asks: ['/changing'] };
    expect([await answered(), await answered(), made]).toEqual([later, later, 1]);
    text = 'short';
    vi.setSystemTime(Date.now() + 11 * 60_000);
    expect(await answered()).toEqual({ answers: { '/changing': { headers: {}, body: { text } } }, asks: [] });
    expect([made, (await answered()).asks]).toEqual([2, []]);
  } finally {
    vi.useRealTimers();
  }
});

test('a page that is made while the service ends goes without', async () => {
  const { warn, log } = logged();
  const server = served();
  await server.ready();
  await server.close();
  expect(await preloadResponses(server, request, asks.slice(0, 1), log)).toEqual({ answers: {}, asks: [] });
  expect(warn).toHaveBeenCalledTimes(1);
});
