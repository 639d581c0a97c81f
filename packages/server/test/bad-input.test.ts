import type { InjectOptions } from 'fastify';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createUser, type TestUser } from '../src/accounts/testing.ts';
import { createProject } from '../src/projects/testing.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';

let app: TestApp;
let ann: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  ann = await createUser(app, { username: 'ann' });
  await createProject(app, { owner: ann.user, path: 'tool', files: { 'README.md': '# Tool\n' } });
});
afterAll(() => app.close());

async function post(payload: string, contentType = 'application/json', url = '/api/v4/projects') {
  const server = await app.server();
  const answer = await server.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'content-type': contentType, ...ann.headers },
  });
  return { status: answer.statusCode, body: answer.json<{ error?: string; message?: unknown }>() };
}

async function get(url: string) {
  const server = await app.server();
  const answer = await server.inject({ url, headers: ann.headers });
  return { status: answer.statusCode, text: answer.body };
}

async function countProjects(): Promise<number> {
  const rows = await app.platform.db.selectFrom('projects').select('id').execute();
  return rows.length;
}

describe('bodies that cannot be read are refused with a reason, and nothing is made', () => {
  test.each([
    ['not JSON at all', '{"name": "x"', /not valid JSON/],
    ['empty, which is no body', '', /name, path is missing/],
    ['a list instead of an object', '[1, 2]', /body does not have a valid value/],
    ['nested too deeply', `{"name": ${'['.repeat(200)}${']'.repeat(200)}}`, /nested too deeply/],
    ['nested beyond the stack', `{"name": ${'['.repeat(100_000)}${']'.repeat(100_000)}}`, /nested too deeply/],
    ['too many elements', `{"topics": [${'1,'.repeat(60_000)}1]}`, /too many elements/],
    ['a prototype in disguise', '{"name": "x", "__proto__": {"isAdmin": true}}', /not valid JSON/],
    ['a wrong type', '{"name": {"first": "x"}}', /name does not have a valid value/],
    ['nothing that is needed', '{}', /name.* is missing|path.* is missing/],
    ['a wrong choice', '{"name": "x", "visibility": "secret"}', /visibility does not have a valid value/],
  ])('%s', async (_name, payload, reason) => {
    const before = await countProjects();
    const { status, body } = await post(payload);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toMatch(reason);
    expect(await countProjects()).toBe(before);
  });

  test('too large', async () => {
    const { status } = await post(JSON.stringify({ name: 'x', description: 'y'.repeat(1_100_000) }));
    expect(status).toBe(413);
  });

  test('T-112: the limits hold whatever the content type says', async () => {
    const { status, body } = await post('<a/>', 'application/xml');
    expect([status, body.error]).toEqual([415, expect.stringContaining('content type')]);
    const form = await post(`name=x&${'a=1&'.repeat(2_000)}`, 'application/x-www-form-urlencoded');
    expect(form.status).toBe(400);
  });
});

describe('T-001: words that look like options or ways out are only ever words', () => {
  const words = [
    '--output=/tmp/pwned',
    '-x',
    '../../etc/passwd',
    '/etc/passwd',
    '//',
    ':(top)x',
    '..%2f..%2fetc%2fpasswd',
    '@{u}',
    ':/fix',
    'HEAD^{/x}',
    'a\0b',
  ];
  const doors = [
    (word: string) => `/api/v4/projects/ann%2Ftool/repository/tree?ref=${word}`,
    (word: string) => `/api/v4/projects/ann%2Ftool/repository/tree?path=${word}`,
    (word: string) => `/api/v4/projects/ann%2Ftool/repository/files/${word}?ref=main`,
    (word: string) => `/api/v4/projects/ann%2Ftool/repository/files/README.md?ref=${word}`,
    (word: string) => `/api/v4/projects/ann%2Ftool/repository/commits?ref_name=${word}`,
    (word: string) => `/api/v4/projects/ann%2Ftool/repository/commits?path=${word}`,
    (word: string) => `/api/v4/projects/ann%2Ftool/repository/commits/${word}`,
    (word: string) => `/api/v4/projects/ann%2Ftool/repository/compare?from=${word}&to=main`,
    (word: string) => `/api/v4/projects/ann%2Ftool/repository/archive?sha=${word}`,
    (word: string) => `/api/v4/projects/ann%2Ftool/repository/branches/${word}`,
    (word: string) => `/api/v4/projects/${word}`,
    (word: string) => `/-/page/ann/tool/-/tree/${word}`,
    (word: string) => `/-/page/ann/tool/-/blob/main/${word}`,
    (word: string) => `/-/page/ann/tool/-/commits/${word}`,
    (word: string) => `/-/page/ann/tool/-/compare/${word}...main`,
    (word: string) => `/ann/tool/-/raw/${word}/README.md`,
  ];

  test.each(words)('%j', async (word) => {
    const odd: string[] = [];
    for (const door of doors) {
      const address = door(encodeURIComponent(word));
      const { status, text } = await get(address);
      // An empty list or a page without hits is honest; a failure of ours or a foreign file is not.
      if (status >= 500 || /root:x:0/.test(text)) odd.push(`${address}: ${status}`);
    }
    expect(odd).toEqual([]);
  });
});

test('a zero byte is refused by the name of what carries it', async () => {
  for (const list of ['projects', 'groups', 'users', 'merge_requests?scope=all&']) {
    const { status, text } = await get(`/api/v4/${list}${list.endsWith('&') ? '' : '?'}search=a%00b`);
    expect([list, status, text]).toEqual([list, 400, '{"error":"search does not have a valid value"}']);
  }
});

const PROJECT = '/api/v4/projects/ann%2Ftool';
const formHeaders = { 'content-type': 'multipart/form-data; boundary=a' };
const openForm = '--a\r\nContent-Disposition: form-data; name="file"; filename="x.png"\r\n\r\nabc';
const json = { 'content-type': 'application/json' };
const nested = (open: string, close: string, depth: number) =>
  JSON.stringify({ query: `{ project(fullPath: ${open.repeat(depth)}1${close.repeat(depth)}) { id } }` });
const commit = (rest: object) =>
  JSON.stringify({ branch: 'main', actions: [{ action: 'create', file_path: 'x', content: 'x' }], ...rest });

describe('what a client gets wrong is never a failure of ours', () => {
  type Case = [name: string, request: InjectOptions, status: number, reason: RegExp];
  const cases: Case[] = [
    ['a method without a route', { method: 'QUERY' as 'GET', url: PROJECT }, 405, /QUERY is not supported/],
    ['an asset outside of the folder', { url: '/-/assets/%2e%2e/x' }, 404, /not_found/],
    ['a null in the name of an asset', { url: '/-/assets/a%00b' }, 404, /not_found/],
    ['a form without its boundary', upload('x', { 'content-type': 'multipart/form-data' }), 400, /boundary is missing/],
    ['a form that is incomplete', upload('--a\r\n'), 400, /is incomplete/],
    ['a file that is incomplete', upload(openForm), 400, /is incomplete/],
    [
      'an avatar that is incomplete',
      { ...upload(openForm), method: 'PUT', url: `${PROJECT}/avatar` },
      400,
      /is incomplete/,
    ],
    ['a literal nested 4,000 deep', graphql(nested('[', ']', 4_000)), 200, /nested deeper than/],
    ['objects nested 900 deep', graphql(nested('{a:', '}', 900)), 200, /nested deeper than/],
    [
      'deep variables',
      graphql(`{"query":"{__typename}","variables":{"a":${'['.repeat(9_000)}${']'.repeat(9_000)}}}`),
      400,
      /too deeply/,
    ],
    ['a batch with a null', graphql('[{"query":"{__typename}"},null]'), 400, /body does not have a valid value/],
    [
      'variables that are no JSON',
      { url: '/api/graphql?query=%7B__typename%7D&variables=%7B' },
      400,
      /variables does not/,
    ],
    [
      'half of a surrogate pair in a setting that is recorded as JSON',
      { method: 'PUT', url: PROJECT, payload: '{"suggestion_commit_message":"a\\ud800"}', headers: json },
      400,
      /suggestion_commit_message does not have a valid value/,
    ],
    ['a null in a commit message', write('commits', commit({ commit_message: 'a\0b' })), 400, /null character/],
    [
      'an author without a name',
      write('commits', commit({ commit_message: 'm', author_name: '<>' })),
      400,
      /author must have/,
    ],
    [
      'a null in a tag message',
      write('tags', '{"tag_name":"t","ref":"main","message":"a\\u0000b"}'),
      400,
      /null character/,
    ],
  ];
  function upload(payload: string, headers: Record<string, string> = formHeaders): InjectOptions {
    return { method: 'POST', url: `${PROJECT}/uploads`, payload, headers };
  }
  function graphql(payload: string): InjectOptions {
    return { method: 'POST', url: '/api/graphql', payload, headers: json };
  }
  function write(what: string, payload: string): InjectOptions {
    return { method: 'POST', url: `${PROJECT}/repository/${what}`, payload, headers: json };
  }

  test.each(cases)('%s', async (_name, request, status, reason) => {
    const server = await app.server();
    const answer = await server.inject({ ...request, headers: { ...ann.headers, ...request.headers } });
    expect([answer.statusCode, answer.body]).toEqual([status, expect.stringMatching(reason)]);
  });

  test('a whole address is taken for its path', async () => {
    const origin = new URL(await app.listen());
    const status = await new Promise((resolve, reject) => {
      const { hostname: host, port } = origin;
      request({ host, port, path: `http://elsewhere.example${PROJECT}`, headers: ann.headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      })
        .on('error', reject)
        .end();
    });
    expect(status).toBe(200);
  });

  test('the documents of one request share what they may cost, whatever was sent before', async () => {
    const fields = Array.from({ length: 20 }, (_, at) => `f${at}: id`).join(' ');
    const document = `query ($n: Int) { projects(first: $n) { nodes { issues(first: 100) { nodes {
      notes(first: 100) { nodes { ${fields} } } } } } } }`;
    const ask = async (...sizes: number[]) => {
      const payload = JSON.stringify(sizes.map((n) => ({ query: document, variables: { n } })));
      const server = await app.server();
      const answer = await server.inject({ ...graphql(payload), headers: { ...ann.headers, ...json } });
      return answer.json<{ errors?: { message: string }[] }[]>().map((each) => each.errors?.[0]?.message ?? 'ok');
    };
    expect(await ask(5)).toEqual(['ok']);
    expect(await ask(100_000)).toEqual([expect.stringContaining('exceeds max complexity')]);
    expect(await ask(5)).toEqual(['ok']);
    const many = await ask(...Array.from({ length: 10 }, () => 5));
    expect(many.filter((each) => each === 'ok').length).toBeLessThan(10);
  });
});

test('T-136: an unexpected failure tells an id and nothing else', async () => {
  const server = await app.server();
  const answer = await server.inject({ url: '/api/v4/projects/%E0%A4%A', headers: ann.headers });
  expect(answer.statusCode).toBeLessThan(500);
  expect(answer.body).not.toMatch(/node_modules|\.ts:|SELECT|at Object/);
});
