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

test('T-136: an unexpected failure tells an id and nothing else', async () => {
  const server = await app.server();
  const answer = await server.inject({ url: '/api/v4/projects/%E0%A4%A', headers: ann.headers });
  expect(answer.statusCode).toBeLessThan(500);
  expect(answer.body).not.toMatch(/node_modules|\.ts:|SELECT|at Object/);
});
