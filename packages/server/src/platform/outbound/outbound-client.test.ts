import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isPublicAddress, urlProblem } from './allowed-address.ts';
import { createOutboundClient, type OutboundClient, type Resolve } from './outbound-client.ts';

/** A service inside the network, which nothing may reach unless it is on the allow-list. */
let canary: Server;
let port = 0;
let hits: { url: string; headers: IncomingMessage['headers']; body: string }[] = [];
let answer: (request: IncomingMessage) => { status: number; headers?: Record<string, string>; body?: string | Buffer };
const clients: OutboundClient[] = [];

beforeAll(async () => {
  canary = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      hits.push({ url: request.url ?? '', headers: request.headers, body });
      const { status, headers, body: text } = answer(request);
      response.writeHead(status, headers).end(text);
    });
  });
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
  port = (canary.address() as AddressInfo).port;
});
afterAll(async () => {
  for (const client of clients) await client.close();
  canary.closeAllConnections();
  canary.close();
});
afterEach(() => {
  hits = [];
});

function client(allowList: string[] = [], resolve?: Resolve): OutboundClient {
  answer = () => ({ status: 200, body: 'ok' });
  const made = createOutboundClient({ allowList, ...(resolve && { resolve }) });
  clients.push(made);
  return made;
}

const refusal = { code: 'outbound_refused' };

describe('addresses', () => {
  test.each([
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '192.0.0.1',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:8.8.8.8'.replace('8.8.8.8', '169.254.169.254'),
    'fe80::1',
    'fc00::1',
    'fd12:3456::1',
    'ff02::1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:0:4136:e378:8000:63bf:3fff:fdd2',
    '2001:db8::1',
    '100::1',
    'not-an-address',
  ])('%s is not public', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test.each(['8.8.8.8', '93.184.216.34', '2606:4700:4700::1111', '::ffff:8.8.8.8'])('%s is public', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  test.each([
    'ftp://example.org/',
    'file:///etc/passwd',
    'gopher://example.org/',
    'ext::sh -c id',
    'javascript:alert(1)',
    'http://',
    'http://exa mple.org/',
    'http://example.org/\r\nX-Evil: 1',
    'not a url',
    '//example.org',
    `http://e.org/${'x'.repeat(3_000)}`,
  ])('%s cannot be an address to call', (url) => {
    expect(urlProblem(url)).not.toBeNull();
  });
});

describe('internal addresses in every spelling', () => {
  const hosts = [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f.1',
    '0x7f000001',
    '0177.0.0.1',
    '127.0.0.1.',
    '１２７.０.０.１',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[64:ff9b::127.0.0.1]',
    '[2002:7f00:1::]',
    '0.0.0.0',
    '0',
    '[::]',
    'localhost',
    'localhost.',
    'LOCALHOST',
    '10.0.0.1',
    '192.168.0.1',
    '169.254.169.254',
    '100.64.1.1',
    '[fe80::1]',
    '[fd00::1]',
  ];
  test.each(hosts)('http://%s is refused without a hit', async (host) => {
    await expect(client().request({ method: 'GET', url: `http://${host}:${port}/` })).rejects.toMatchObject(refusal);
    expect(hits).toEqual([]);
  });

  test('a name that leads inside is refused, also when it has a public address besides', async () => {
    const inside: Resolve = async () => [{ address: '127.0.0.1', family: 4 }];
    await expect(client([], inside).request({ method: 'GET', url: `http://hook.example/` })).rejects.toMatchObject(
      refusal,
    );
    const none: Resolve = async () => [];
    await expect(client([], none).request({ method: 'GET', url: 'http://hook.example/' })).rejects.toMatchObject(
      refusal,
    );
  });

  test('a name that changes its mind between two calls is asked again each time (DNS rebinding)', async () => {
    let asked = 0;
    const rebinding: Resolve = async () => {
      asked += 1;
      return asked === 1 ? [{ address: '203.0.113.1', family: 4 }] : [{ address: '127.0.0.1', family: 4 }];
    };
    const guarded = client([], rebinding);
    const url = `http://rebind.example:${port}/`;
    await expect(guarded.request({ method: 'GET', url, timeoutMs: 300 })).rejects.toMatchObject({
      code: expect.stringMatching(/^outbound_/),
    });
    await expect(guarded.request({ method: 'GET', url })).rejects.toMatchObject(refusal);
    expect([asked >= 2, hits]).toEqual([true, []]);
  });

  test('environment proxies are not used', async () => {
    process.env['HTTP_PROXY'] = `http://127.0.0.1:${port}`;
    try {
      await expect(client().request({ method: 'GET', url: 'http://10.0.0.1/' })).rejects.toMatchObject(refusal);
      expect(hits).toEqual([]);
    } finally {
      delete process.env['HTTP_PROXY'];
    }
  });
});

describe('hosts on the allow-list', () => {
  test('are reached by name, and nothing else is', async () => {
    const guarded = client(['Hooks.Internal.'], async () => [{ address: '127.0.0.1', family: 4 }]);
    const sent = await guarded.request({
      method: 'POST',
      url: `http://user:p%40ss@hooks.internal:${port}/in?a=1`,
      headers: { 'content-type': 'application/json' },
      body: '{}',
    });
    expect([sent.status, sent.body.toString(), sent.url]).toEqual([200, 'ok', `http://hooks.internal:${port}/in?a=1`]);
    expect(hits).toMatchObject([{ url: '/in?a=1', body: '{}', headers: { authorization: 'Basic dXNlcjpwQHNz' } }]);
    await expect(guarded.request({ method: 'GET', url: `http://other.internal:${port}/` })).rejects.toMatchObject(
      refusal,
    );
  });

  test('a redirect is followed only where each hop may be called, and secrets stay with the first host', async () => {
    const guarded = client(['a.internal', 'b.internal'], async () => [{ address: '127.0.0.1', family: 4 }]);
    answer = (request) => {
      if (request.url === '/inside') return { status: 307, headers: { location: `http://127.0.0.1:${port}/secret` } };
      if (request.url === '/other') return { status: 308, headers: { location: `http://b.internal:${port}/end` } };
      if (request.url === '/loop') return { status: 307, headers: { location: '/loop' } };
      if (request.url === '/get') return { status: 302, headers: { location: '/end' } };
      return { status: 200, body: 'end' };
    };
    const post = (path: string, maxRedirects: number) =>
      guarded.request({
        method: 'POST',
        url: `http://a.internal:${port}${path}`,
        headers: { 'x-gitlab-token': 'secret', 'content-type': 'application/json' },
        body: '{"a":1}',
        maxRedirects,
      });
    await expect(post('/inside', 3)).rejects.toMatchObject(refusal);
    expect(hits.map((hit) => hit.url)).toEqual(['/inside']);
    hits = [];
    expect((await post('/other', 3)).body.toString()).toBe('end');
    expect(hits.map((hit) => [hit.url, hit.headers['x-gitlab-token'], hit.body])).toEqual([
      ['/other', 'secret', '{"a":1}'],
      ['/end', undefined, '{"a":1}'],
    ]);
    hits = [];
    expect((await post('/loop', 99)).status).toBe(307);
    expect(hits).toHaveLength(4);
    expect((await post('/other', 0)).status).toBe(308);
    expect((await post('/get', 3)).status).toBe(302);
  });

  test('slow and endless answers are cut off', async () => {
    const guarded = client(['127.0.0.1']);
    answer = () => ({ status: 200, body: Buffer.alloc(300_000, 97) });
    const big = await guarded.request({ method: 'GET', url: `http://127.0.0.1:${port}/`, maxBodyBytes: 1_000 });
    expect([big.body.length, big.isTruncated]).toEqual([1_000, true]);
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
    const started = Date.now();
    await expect(guarded.request({ method: 'GET', url, timeoutMs: 200 })).rejects.toMatchObject({
      code: 'outbound_failed',
    });
    expect(Date.now() - started).toBeLessThan(3_000);
    silent.closeAllConnections();
    silent.close();
  });

  test('header values that would start another header are not sent', async () => {
    const guarded = client(['127.0.0.1']);
    const request = { method: 'GET', url: `http://127.0.0.1:${port}/`, headers: { 'x-a': 'b\r\nx-evil: 1' } } as const;
    await expect(guarded.request(request)).rejects.toBeInstanceOf(Error);
    expect(hits).toEqual([]);
  });
});
