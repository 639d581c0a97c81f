import { afterAll, beforeAll, expect, test } from 'vitest';
import { graphqlCaller } from '../../../testing/call-graphql.ts';
import { pageCaller, restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createToken, createUser, type TestUser } from '../../accounts/testing.ts';
import type { NamespaceRow } from '../../projects/index.ts';
import { addMember, createGroup, createProject } from '../../projects/testing.ts';

let app: TestApp;
let owner: TestUser;
let member: TestUser;
let stranger: TestUser;
let group: NamespaceRow;
const call = restCaller(() => app);
const page = pageCaller(() => app);
const ask = graphqlCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  [owner, member, stranger] = [await createUser(app), await createUser(app), await createUser(app)];
  group = await createGroup(app, { owner: owner.user });
  const open = await createGroup(app, { parent: group });
  const secret = await createGroup(app, { parent: group, visibility: 'private' });
  await addMember(app, { group: secret, user: member.user, level: 10 });
  for (const [{ id }, name] of [
    [group, 'own'],
    [open, 'open'],
    [secret, 'secret'],
  ] as const) {
    await call('POST', `/groups/${id}/labels`, owner, { name, color: '#336699' });
    await call('POST', `/groups/${id}/milestones`, owner, { title: name });
  }
});
afterAll(() => app.close());

const QUERY = `query ($path: ID!) { group(fullPath: $path) {
  labels(includeDescendantGroups: true) { count nodes { title } }
  milestones(includeDescendants: true) { count nodes { title } } } }`;

/** What this user finds with those of everything below the group, at each of the interfaces, and how many they are told of. */
async function found(as: TestUser | null) {
  const list = async (path: string) => {
    const { body, headers } = await call('GET', `/groups/${group.id}/${path}=true`, as);
    const names = body.map((each: { name?: string; title?: string }) => each.name ?? each.title);
    return { count: Number(headers['x-total']), names: names.toSorted() };
  };
  const { labels, milestones } = (await ask(as, QUERY, { path: group.full_path })).data.group;
  const connection = ({ count, nodes }: { count: number; nodes: { title: string }[] }) => ({
    count,
    names: nodes.map(({ title }) => title).toSorted(),
  });
  return [
    await list('labels?include_descendant_groups'),
    await list('milestones?include_descendants'),
    connection(labels),
    connection(milestones),
  ];
}

test('labels and milestones of a private subgroup are listed for those who may see it', async () => {
  const all = { count: 3, names: ['open', 'own', 'secret'] };
  const seen = { count: 2, names: ['open', 'own'] };
  for (const reader of [owner, member]) expect(await found(reader)).toEqual([all, all, all, all]);
  for (const reader of [null, stranger]) expect(await found(reader)).toEqual([seen, seen, seen, seen]);
});

/** What the lists of one user offer to be narrowed by. */
async function offered(what: 'labels' | 'milestones', search: string, as: Pick<TestUser, 'headers'> | null) {
  const server = await app.server();
  const url = `/dashboard/${what}.json?search=${encodeURIComponent(search)}`;
  const answer = await server.inject({ url, headers: as?.headers ?? {} });
  if (answer.statusCode !== 200) return answer.statusCode;
  return answer.json<{ name?: string; title?: string }[]>().map(({ name, title }) => name ?? title);
}

test('the lists of one user are narrowed by what they may see of all places', async () => {
  const hidden = await createProject(app, { owner: owner.user, visibility: 'private' });
  const shown = await createProject(app, { owner: owner.user });
  for (const { id } of [hidden, shown]) {
    await call('POST', `/projects/${id}/labels`, owner, { name: `Of ${id}`, color: '#336699' });
    await call('POST', `/projects/${id}/labels`, owner, { name: 'own', color: '#996633' });
    await call('POST', `/projects/${id}/milestones`, owner, { title: `Of ${id}` });
    await call('POST', `/projects/${id}/milestones`, owner, { title: 'own' });
  }
  const { headers: profile } = await createToken(app, owner.user, ['read_user']);
  for (const what of ['labels', 'milestones'] as const) {
    // Once, in however many places; what begins so comes first.
    expect(await offered(what, 'O', owner)).toEqual([`Of ${hidden.id}`, `Of ${shown.id}`, 'open', 'own']);
    expect(await offered(what, '', owner)).toContain('secret');
    expect(await offered(what, '', stranger)).toEqual([`Of ${shown.id}`, 'open', 'own']);
    expect(await offered(what, 'E', member)).toEqual(['open', 'secret']);
    expect(await offered(what, '%', owner)).toEqual([]);
    expect(await offered(what, 'x'.repeat(101), owner)).toBe(400);
    expect(await offered(what, '', null)).toEqual([`Of ${shown.id}`, 'open', 'own']);
    // A token that is for its owner's profile alone learns no names of projects.
    expect(await offered(what, '', { headers: profile })).toBe(403);
  }
  const issue = { labels: 'own', milestone: 'own', assignee_id: member.user.id };
  await call('POST', `/projects/${shown.id}/issues`, owner, { title: 'Wanted', ...issue });
  await call('POST', `/projects/${shown.id}/issues`, owner, { title: 'Other' });
  await call('POST', `/projects/${hidden.id}/issues`, owner, { title: 'Unseen', labels: 'own', milestone: 'own' });
  const listed = async (query: string) =>
    (await page(`/dashboard/issues?${query}`, stranger)).body.data.items.map(({ title }: { title: string }) => title);
  for (const query of ['label_name[]=own', 'milestone_title=own', `assignee_username=${member.user.username}`])
    expect(await listed(query), query).toEqual(['Wanted']);
  expect(await listed(`author_username=${owner.user.username}`)).toEqual(['Other', 'Wanted']);
});
