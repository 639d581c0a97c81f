import { afterAll, beforeAll, expect, test } from 'vitest';
import { graphqlCaller } from '../../../testing/call-graphql.ts';
import { restCaller } from '../../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import type { NamespaceRow } from '../../projects/index.ts';
import { addMember, createGroup } from '../../projects/testing.ts';

let app: TestApp;
let owner: TestUser;
let member: TestUser;
let stranger: TestUser;
let group: NamespaceRow;
const call = restCaller(() => app);
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

/** What this person finds with those of everything below the group, at each of the doors, and how many they are told of. */
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
