import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { CustomEmojiPageData, EmojiEntry } from '@tributary/contract/discussions/emoji.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { addMember, type BuiltProject, createGroup, createProject } from '../../projects/testing.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
const picture = `data:image/png;base64,${PNG.toString('base64')}`;

let app: TestApp;
let owner: TestUser;
let developer: TestUser;
let other: TestUser;
let reporter: TestUser;
let stranger: TestUser;
let group: Awaited<ReturnType<typeof createGroup>>;
let project: BuiltProject;
let host: Server;
let asked = 0;

beforeAll(async () => {
  app = await createTestApp({ outboundAllowList: ['127.0.0.1'] });
  [owner, developer, other, reporter, stranger] = [
    await createUser(app),
    await createUser(app),
    await createUser(app),
    await createUser(app),
    await createUser(app),
  ];
  group = await createGroup(app, { path: 'team', visibility: 'private', owner: owner.user });
  for (const [user, level] of [
    [developer, 30],
    [other, 30],
    [reporter, 20],
  ] as const) {
    await addMember(app, { group, user: user.user, level });
  }
  project = await createProject(app, { owner: owner.user, group, visibility: 'private' });
  host = createServer((request, response) => {
    asked += 1;
    if (request.url === '/big.png') response.end(Buffer.concat([PNG, Buffer.alloc(200_000)]));
    else if (request.url === '/text.png') response.end('<svg onload="alert(1)"/>');
    else if (request.url === '/blob.png') response.end(PNG);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => {
    host.listen(0, '127.0.0.1', resolve);
  });
});
afterAll(async () => {
  host.close();
  await app.close();
});

type Method = 'GET' | 'POST' | 'DELETE';

async function ask(who: TestUser | null, method: Method, url: string, payload?: object) {
  const server = await app.server();
  return server.inject({ method, url, headers: who?.headers ?? {}, ...(payload && { payload }) });
}

const page = () => `/groups/${group.full_path}/-/custom_emoji`;
const add = (who: TestUser | null, name: string, url = picture) => ask(who, 'POST', page(), { name, url });

async function issue() {
  const made = await ask(owner, 'POST', `/api/v4/projects/${project.id}/issues`, { title: 'Talk' });
  return `/api/v4/projects/${project.id}/issues/${made.json<{ iid: number }>().iid}`;
}

async function graphql(who: TestUser, query: string, variables: object) {
  const answer = await ask(who, 'POST', '/api/graphql', { query, variables });
  return answer.json<{ data: Record<string, { customEmoji: { id: string; url: string } | null; errors: string[] }> }>()
    .data;
}

const CREATE = `mutation ($input: CreateCustomEmojiInput!) { createCustomEmoji(input: $input) {
  customEmoji { id name url external } errors } }`;
const DESTROY = `mutation ($input: DestroyCustomEmojiInput!) { destroyCustomEmoji(input: $input) {
  customEmoji { id } errors } }`;

test('developers add emoji, their makers and maintainers take them away, and the page tells', async () => {
  expect((await add(reporter, 'nope')).statusCode).toBe(403);
  for (const who of [stranger, null]) expect((await add(who, 'nope')).statusCode).toBe(404);
  const made = await add(developer, 'party_blob');
  expect([made.statusCode, made.json()]).toMatchObject([201, { name: 'party_blob' }]);
  const { data } = (await ask(other, 'GET', `/-/page${page()}`)).json<{ data: CustomEmojiPageData }>();
  expect(data).toMatchObject({ createPath: page(), emoji: [{ name: 'party_blob', deletePath: null }] });
  expect((await ask(stranger, 'GET', `/-/page${page()}`)).statusCode).toBe(404);
  const path = `${page()}/${made.json<{ id: number }>().id}`;
  expect((await ask(other, 'DELETE', path)).statusCode).toBe(403);
  expect((await ask(stranger, 'DELETE', path)).statusCode).toBe(404);
  const elsewhere = await createGroup(app, { path: 'elsewhere', owner: owner.user });
  const wrong = path.replace(group.full_path, elsewhere.full_path);
  expect((await ask(owner, 'DELETE', wrong)).statusCode).toBe(404);
  expect((await ask(developer, 'DELETE', path)).statusCode).toBe(204);
  const again = (await add(developer, 'party_blob')).json<{ id: number }>();
  expect((await ask(owner, 'DELETE', `${page()}/${again.id}`)).statusCode).toBe(204);
});

test('names and images that are none are refused, each with its reason', async () => {
  expect((await add(developer, 'taken')).statusCode).toBe(201);
  for (const [name, url, field, reason] of [
    ['Taken', picture, 'name', 'lowercase letters'],
    ['a', picture, 'name', 'lowercase letters'],
    ['123', picture, 'name', 'one letter'],
    ['with space', picture, 'name', 'lowercase letters'],
    ['tada', picture, 'name', 'built-in emoji'],
    ['thumbsup', picture, 'name', 'built-in emoji'],
    ['taken', picture, 'name', 'already been taken'],
    ['svg', 'data:image/svg+xml;base64,PHN2Zy8+', 'url', 'is not a PNG'],
    ['lie', `data:image/png;base64,${Buffer.from('<svg/>').toString('base64')}`, 'url', 'is not a PNG'],
    ['script', 'javascript:alert(1)', 'url', 'HTTP'],
    [
      'big',
      `data:image/png;base64,${Buffer.concat([PNG, Buffer.alloc(110_000)]).toString('base64')}`,
      'url',
      'too big',
    ],
  ] as const) {
    const refused = await add(developer, name, url);
    expect([name, refused.statusCode], refused.body).toEqual([name, 400]);
    expect(refused.body).toContain(`"${field}"`);
    expect(refused.body).toContain(reason);
  }
});

test('it is used in reactions and texts below its group, and its image comes from here alone', async () => {
  const url = (await add(developer, 'ship_it')).json<{ url: string }>().url;
  const shown = await ask(null, 'GET', url);
  expect([shown.statusCode, shown.headers['content-type'], shown.rawPayload.equals(PNG)]).toEqual([
    200,
    'image/png',
    true,
  ]);
  expect((await ask(owner, 'GET', '/-/custom_emoji/00000000000000000000000000000000.png')).statusCode).toBe(404);
  const api = await issue();
  const award = await ask(reporter, 'POST', `${api}/award_emoji?name=ship_it`);
  expect([award.statusCode, award.json()]).toMatchObject([201, { name: 'ship_it', url: expect.stringContaining(url) }]);
  expect((await ask(reporter, 'POST', `${api}/award_emoji?name=unheard_of`)).statusCode).toBe(404);
  const id = (await ask(reporter, 'GET', api)).json<{ id: number }>().id;
  const query = `mutation ($input: AwardEmojiAddInput!) { awardEmojiAdd(input: $input) {
    awardEmoji { name emoji url } errors } }`;
  const given = async (name: string) => {
    const variables = { input: { awardableId: `gid://gitlab/Issue/${id}`, name } };
    const answer = await ask(developer, 'POST', '/api/graphql', { query, variables });
    return answer.json<{ data: { awardEmojiAdd: unknown } }>().data.awardEmojiAdd;
  };
  expect(await given('ship_it')).toEqual({
    awardEmoji: { name: 'ship_it', emoji: null, url: expect.stringMatching(/^http.*\.png$/) },
    errors: [],
  });
  expect(await given('tada')).toEqual({ awardEmoji: { name: 'tada', emoji: '🎉', url: null }, errors: [] });
  const alone = await createProject(app, { owner: owner.user });
  const elsewhere = await ask(owner, 'POST', `/api/v4/projects/${alone.id}/issues`, { title: 'Alone' });
  const foreign = `/api/v4/projects/${alone.id}/issues/${elsewhere.json<{ iid: number }>().iid}`;
  expect((await ask(owner, 'POST', `${foreign}/award_emoji?name=ship_it`)).statusCode).toBe(404);
  const body = 'Go :ship_it: at 10:30:45, `:ship_it:`, :unheard_of: :tada:';
  const preview = async (who: TestUser, of: BuiltProject) => {
    const given = { text: body };
    return (await ask(who, 'POST', `/${of.full_path}/-/preview_markdown?target_type=issue`, given)).json<{
      body: string;
    }>().body;
  };
  const html = await preview(reporter, project);
  expect(html).toContain(
    `<img src="${url}" class="custom-emoji" alt=":ship_it:" title=":ship_it:" width="20" height="20" loading="lazy">`,
  );
  expect(html.match(/<img/g)).toHaveLength(1);
  expect(html).toContain('10:30:45');
  expect(html).toContain('<code>:ship_it:</code>');
  expect(html).toContain(':unheard_of: 🎉');
  expect(await preview(owner, alone)).not.toContain('<img');
  const list = (await ask(reporter, 'GET', `/${project.full_path}/-/custom_emoji.json`)).json<EmojiEntry[]>();
  expect(list.find((entry) => entry.n === 'ship_it')).toMatchObject({ c: 'Custom', u: url });
  expect((await ask(stranger, 'GET', `/${project.full_path}/-/custom_emoji.json`)).statusCode).toBe(404);
});

test('a note that was shown shows the image when the emoji is made later, and its name when it is gone', async () => {
  const api = await issue();
  const place = `/${project.full_path}/-/issues/${api.split('/').at(-1)}/discussions.json`;
  expect((await ask(reporter, 'POST', `${api}/notes`, { body: 'So :late_one:' })).statusCode).toBe(201);
  const html = async () => (await ask(reporter, 'GET', place)).body;
  expect(await html()).not.toContain('custom-emoji');
  const made = (await add(developer, 'late_one')).json<{ id: number; url: string }>();
  expect(await html()).toContain(made.url);
  expect((await ask(reporter, 'POST', `${api}/award_emoji?name=late_one`)).statusCode).toBe(201);
  expect((await ask(owner, 'DELETE', `${page()}/${made.id}`)).statusCode).toBe(204);
  expect(await html()).not.toContain('custom-emoji');
  expect((await ask(reporter, 'GET', `${api}/award_emoji`)).json()).toEqual([]);
  expect((await ask(reporter, 'GET', made.url)).statusCode).toBe(404);
});

test('subgroups have the emoji of the groups above them, and the nearest of one name counts', async () => {
  const below = await createGroup(app, { path: 'below', parent: group, visibility: 'private', owner: owner.user });
  const inner = await createProject(app, { owner: owner.user, group: below, visibility: 'private' });
  const far = (await add(owner, 'shared')).json<{ url: string }>().url;
  const names = async () =>
    (await ask(owner, 'GET', `/${inner.full_path}/-/custom_emoji.json`))
      .json<EmojiEntry[]>()
      .filter((entry) => entry.n === 'shared')
      .map((entry) => entry.u);
  expect(await names()).toEqual([far]);
  const own = await ask(owner, 'POST', `/groups/${below.full_path}/-/custom_emoji`, { name: 'shared', url: picture });
  expect(await names()).toEqual([own.json<{ url: string }>().url]);
});

test('GraphQL makes them from an address, which is asked once and never by readers', async () => {
  const { port } = host.address() as AddressInfo;
  const at = (file: string) => `http://127.0.0.1:${port}/${file}`;
  const input = (name: string, url: string) => ({ input: { groupPath: group.full_path, name, url } });
  const made = (await graphql(developer, CREATE, input('from_far', at('blob.png'))))['createCustomEmoji'];
  expect(made).toMatchObject({ customEmoji: { name: 'from_far', external: false }, errors: [] });
  expect(asked).toBe(1);
  const { pathname } = new URL(made?.customEmoji?.url ?? '');
  expect((await ask(null, 'GET', pathname)).rawPayload.equals(PNG)).toBe(true);
  for (const [file, reason] of [
    ['big.png', 'too big'],
    ['text.png', 'is not a PNG'],
    ['none.png', '404'],
  ] as const) {
    const refused = (await graphql(developer, CREATE, input('other', at(file))))['createCustomEmoji'];
    expect([refused?.customEmoji, refused?.errors.join()]).toEqual([null, expect.stringContaining(reason)]);
  }
  const inside = (await graphql(developer, CREATE, input('inside', 'http://169.254.169.254/x.png')))[
    'createCustomEmoji'
  ];
  expect([inside?.customEmoji, inside?.errors.length]).toEqual([null, 1]);
  const listed = await ask(reporter, 'POST', '/api/graphql', {
    query: `{ group(fullPath: "${group.full_path}") { customEmoji { count nodes { name } } } }`,
  });
  expect(listed.body).toContain('from_far');
  const gone = await graphql(developer, DESTROY, { input: { id: made?.customEmoji?.id } });
  expect(gone['destroyCustomEmoji']?.errors).toEqual([]);
});

test('the images go with their group', async () => {
  const gone = await createGroup(app, { path: 'gone', owner: owner.user });
  const made = await ask(owner, 'POST', `/groups/${gone.full_path}/-/custom_emoji`, {
    name: 'short_lived',
    url: picture,
  });
  const { url } = made.json<{ url: string }>();
  const stored = () => app.system.storage.get(`custom-emoji/${url.split('/').at(-1)}`);
  expect(await stored()).toEqual(PNG);
  expect((await ask(owner, 'DELETE', `/api/v4/groups/${gone.id}`)).statusCode).toBe(202);
  await app.runJobs();
  expect(await stored()).toBeUndefined();
  expect((await ask(owner, 'GET', url)).statusCode).toBe(404);
});

test('one whose answer was lost is made once, and its image is kept once', async () => {
  const server = await app.server();
  const headers = { ...developer.headers, 'idempotency-key': 'the-same' };
  const send = () => server.inject({ method: 'POST', url: page(), headers, payload: { name: 'twice', url: picture } });
  const answers = [...(await Promise.all([send(), send()])), await send()];
  expect(answers.map((answer) => answer.statusCode)).toEqual([201, 201, 201]);
  expect(new Set(answers.map((answer) => answer.body)).size).toBe(1);
  expect((await add(developer, 'twice')).statusCode).toBe(400);
  const { url } = answers[0]?.json<{ url: string }>() ?? { url: '' };
  expect((await ask(developer, 'GET', url)).statusCode).toBe(200);
});
