import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pageCaller, restCaller } from '../../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../../accounts/testing.ts';
import { addMember, type BuiltProject, createProject } from '../../../projects/testing.ts';
import { maskAddress, readAddresses } from './addresses.ts';

/** Users without an account on an issue: who may add and remove them, and who learns their addresses, at every interface. */
let app: TestApp;
let owner: TestUser;
let reporter: TestUser;
let guest: TestUser;
let stranger: TestUser;
let project: BuiltProject;
let other: BuiltProject;

const rest = restCaller(() => app);
const page = pageCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  [owner, reporter, guest, stranger] = await Promise.all([
    createUser(app, { username: 'the-owner' }),
    createUser(app, { username: 'the-reporter' }),
    createUser(app, { username: 'the-guest' }),
    createUser(app, { username: 'the-stranger' }),
  ]);
  project = await createProject(app, { owner: owner.user, path: 'desk', visibility: 'public' });
  other = await createProject(app, { owner: owner.user, path: 'shelf', visibility: 'public' });
  await addMember(app, { user: reporter.user, project, level: 20 });
  await addMember(app, { user: guest.user, project, level: 10 });
});
afterAll(() => app.close());

type Issue = { id: number; iid: number; path: string };

async function open(fields: Record<string, unknown> = {}, as = owner): Promise<Issue> {
  const { body } = await rest('POST', `/projects/${project.id}/issues`, as, { title: 'From outside', ...fields });
  return { id: body.id, iid: body.iid, path: `/projects/${project.id}/issues/${body.iid}` };
}

const say = (issue: Issue, as: TestUser, body: string) => rest('POST', `${issue.path}/notes`, as, { body });

async function shown(issue: Issue, as: TestUser | null, where = project): Promise<string[]> {
  const answer = await page(`/${where.full_path}/-/issues/${issue.iid}`, as);
  return answer.body.data.issue_email_participants.map((each: { email: string }) => each.email);
}

const stored = (issueId: number) =>
  app.platform.db.selectFrom('issue_email_participants').select('email').where('issue_id', '=', issueId).execute();

describe('addresses', () => {
  test.each([
    ['user@example.com', 'us*****@e*****.c**'],
    ['u@example.co.uk', 'u*****@e*****.u**'],
    ['_x@localhost', '*****@l*****'],
    ['grüße@bücher.example', 'gr*****@b*****.e**'],
  ])('%s is masked as %s', (address, masked) => {
    expect(maskAddress(address)).toBe(masked);
  });

  test('capitals make no other address, and what is none is told apart', () => {
    expect(readAddresses('A@b.c, a@B.c;d@e.f')).toEqual({ addresses: ['A@b.c', 'd@e.f'], invalid: [] });
    expect(readAddresses('Eve <eve@b.c>')).toEqual({ addresses: [], invalid: ['Eve', '<eve@b.c>'] });
    for (const bad of [
      'a@b.c\u0000',
      'a@b\u202ec',
      'a@@b',
      '@b.c',
      'a@',
      '"a"@b.c',
      'a@b.c>',
      'a'.repeat(250) + '@b.cc',
    ])
      expect(readAddresses(bad)).toEqual({ addresses: [], invalid: [bad] });
    // A line break ends an address: nothing of it reaches a header.
    expect(readAddresses('a@b.c\r\nBcc:x@y.z')).toEqual({ addresses: ['a@b.c'], invalid: ['Bcc:x@y.z'] });
  });
});

test('a command adds and removes, for those who work on issues', async () => {
  const issue = await open();
  const added = await say(issue, reporter, '/add_email Ada@outside.example bob@outside.example');
  expect([added.status, added.body.summary]).toEqual([202, ['Added Ada@outside.example, bob@outside.example.']]);
  expect(await shown(issue, reporter)).toEqual(['Ada@outside.example', 'bob@outside.example']);
  await say(issue, reporter, '/remove_email ADA@outside.example nobody@outside.example');
  expect(await shown(issue, reporter)).toEqual(['bob@outside.example']);
  const { body: notes } = await rest('GET', `${issue.path}/notes?sort=asc`, reporter);
  expect(notes.map((note: { body: string; system: boolean }) => [note.body, note.system])).toEqual([
    ['added Ada@outside.example and bob@outside.example as external participants', true],
    ['removed Ada@outside.example as external participant', true],
  ]);
});

test('nobody else adds: not the author from outside, not a guest, not where the project is archived', async () => {
  const issue = await open({}, stranger);
  for (const as of [stranger, guest]) {
    const answer = await say(issue, as, '/add_email a@outside.example');
    expect(answer.body.message ?? JSON.stringify(answer.body)).toContain('You are not allowed to use /add_email here.');
  }
  expect(await stored(issue.id)).toEqual([]);
  const offered = async (as: TestUser, on: Issue): Promise<boolean> => {
    const server = await app.server();
    const url = `/${project.full_path}/-/autocomplete_sources/commands?type=Issue&type_id=${on.iid}`;
    const names: { name: string }[] = (await server.inject({ url, headers: as.headers })).json();
    return names.some((each) => each.name === 'add_email');
  };
  expect(await Promise.all([owner, reporter, guest, stranger].map((as) => offered(as, issue)))).toEqual([
    true,
    true,
    false,
    false,
  ]);
  const closed = await createProject(app, { owner: owner.user, path: 'closed' });
  const made = (await rest('POST', `/projects/${closed.id}/issues`, owner, { title: 'Old' })).body;
  const notes = `/projects/${closed.id}/issues/${made.iid}/notes`;
  await rest('POST', `/projects/${closed.id}/archive`, owner);
  expect((await rest('POST', notes, owner, { body: '/add_email a@outside.example' })).status).toBe(403);
  expect(await stored(made.id)).toEqual([]);
});

test('the text of a new issue may bring them, and its preview says so', async () => {
  const description = 'Written by mail.\n\n/add_email ada@outside.example';
  const issue = await open({ description }, reporter);
  expect(await shown(issue, reporter)).toEqual(['ada@outside.example']);
  expect((await rest('GET', issue.path, guest)).body.description).toBe('Written by mail.');
  expect(await stored((await open({ description }, guest)).id)).toEqual([]);
  const server = await app.server();
  const preview = async (as: TestUser) =>
    server.inject({
      method: 'POST',
      url: `/${project.full_path}/-/preview_markdown`,
      headers: as.headers,
      payload: { text: description, target_type: 'Issue' },
    });
  expect((await preview(reporter)).body).toContain('Adds email participant(s) ada@outside.example.');
  expect((await preview(guest)).body).not.toContain('Adds email');
});

test('an issue has few of them, each once, and a command is done whole or not at all', async () => {
  const issue = await open();
  const many = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => `p${from + index}@outside.example`).join(' ');
  const refused = async (command: string) => JSON.stringify((await say(issue, owner, command)).body);
  expect(await refused('/add_email')).toContain('No email participants were added.');
  expect(await refused(`/add_email ${many(1, 7)}`)).toContain('You can add at most 6 addresses at a time.');
  expect(await refused('/add_email fine@outside.example not-one')).toContain('“not-one” is not a valid email address.');
  expect(await stored(issue.id)).toEqual([]);
  await say(issue, owner, `/add_email ${many(1, 6)}`);
  expect(await refused(`/add_email ${many(7, 5)}`)).toContain('An issue can have at most 10 external participants.');
  expect(await refused('/add_email P1@OUTSIDE.example')).toContain('they already exist');
  expect(await refused('/remove_email p9@outside.example')).toContain("they don't exist");
  const both = await Promise.all([
    say(issue, owner, `/add_email ${many(7, 4)}`),
    say(issue, reporter, `/add_email ${many(20, 4)}`),
  ]);
  expect(both.map((answer) => answer.status).toSorted((a, b) => a - b)).toEqual([202, 422]);
  expect(await stored(issue.id)).toHaveLength(10);
});

test('addresses in full are for reporters and up, at every interface', async () => {
  const issue = await open();
  await say(issue, owner, '/add_email ada@outside.example e@outside.example');
  const masked = ['ad*****@o*****.e**', 'e*****@o*****.e**'];
  const graphql = async (as: TestUser | null) => {
    const server = await app.server();
    const query = `{ project(fullPath: "${project.full_path}") { issue(iid: "${issue.iid}") {
      notes { nodes { body bodyHtml } } discussions { nodes { notes { nodes { body } } } } } } }`;
    const answer = await server.inject({
      method: 'POST',
      url: '/api/graphql',
      headers: as?.headers ?? {},
      payload: { query },
    });
    return answer.body;
  };
  const doors = async (as: TestUser | null): Promise<string[]> => {
    const address = `/${project.full_path}/-/issues/${issue.iid}`;
    const { body: notes } = await rest('GET', `${issue.path}/notes`, as);
    const server = await app.server();
    const raw = (url: string, headers = {}) => server.inject({ url, headers: { ...as?.headers, ...headers } });
    return [
      JSON.stringify(notes),
      JSON.stringify((await rest('GET', `${issue.path}/notes/${notes[0].id}`, as)).body),
      JSON.stringify((await rest('GET', `${issue.path}/discussions`, as)).body),
      JSON.stringify((await page(address, as)).body.data.issue_email_participants),
      (await raw(`${address}/discussions.json`)).body,
      (await raw(`/${project.full_path}/noteable/issue/${issue.id}/notes`, { 'x-last-fetched-at': '1' })).body,
      await graphql(as),
    ];
  };
  for (const as of [owner, reporter]) {
    expect(await shown(issue, as)).toEqual(['ada@outside.example', 'e@outside.example']);
    for (const answer of await doors(as)) {
      expect(answer).toContain('ada@outside.example');
      expect(answer).not.toContain('*****');
    }
  }
  for (const as of [guest, stranger, null]) {
    expect(await shown(issue, as)).toEqual(masked);
    for (const answer of await doors(as)) {
      expect(answer).not.toContain('outside.example');
      expect(answer).toContain('ad*****@o*****.e**');
    }
  }
});

test('an address is no mention of the user whose name stands in it', async () => {
  await createUser(app, { username: 'outside' });
  const issue = await open();
  await say(issue, owner, '/add_email ada@outside.example outside@x.example');
  const server = await app.server();
  const url = `/${project.full_path}/-/issues/${issue.iid}/discussions.json`;
  const [ours, theirs] = await Promise.all(
    [owner, guest].map(async ({ headers }) => (await server.inject({ url, headers })).body),
  );
  expect(ours).toContain('mailto:outside@x.example');
  expect(theirs).toContain('ou*****@x*****.e**');
  for (const html of [ours, theirs]) expect(html).not.toContain('/outside');
});

test('they go along with a moved issue, and are left out of a cloned one', async () => {
  const issue = await open();
  await say(issue, owner, '/add_email ada@outside.example');
  const clone = await say(issue, owner, `/clone ${other.full_path} --with_notes`);
  expect(clone.status).toBe(202);
  const moved = (await rest('POST', `${issue.path}/move`, owner, { to_project_id: other.id })).body;
  const everywhere = () =>
    app.platform.db
      .selectFrom('issue_email_participants')
      .select('issue_id')
      .where('email', '=', 'ada@outside.example')
      .where('issue_id', '>=', issue.id)
      .orderBy('issue_id')
      .execute();
  expect(await everywhere()).toEqual([{ issue_id: issue.id }, { issue_id: moved.id }]);
  await rest('DELETE', `/projects/${other.id}/issues/${moved.iid}`, owner);
  expect(await everywhere()).toEqual([{ issue_id: issue.id }]);
});

test('nobody brings in the addresses of half the world', async () => {
  const eager = await createUser(app, { username: 'the-eager' });
  await addMember(app, { user: eager.user, project, level: 20 });
  const outcomes: number[] = [];
  for (let each = 0; each < 11; each += 1) {
    const issue = await open();
    const addresses = Array.from({ length: 6 }, (_, index) => `p${index}@outside.example`).join(' ');
    outcomes.push((await say(issue, eager, `/add_email ${addresses}`)).status);
  }
  expect(outcomes).toEqual([...Array.from({ length: 10 }, () => 202), 422]);
});
