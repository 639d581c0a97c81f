import { afterAll, beforeAll, expect, test } from 'vitest';
import { createToken, createUser, type TestUser } from '../src/accounts/testing.ts';
import { slices } from '../src/app/slices.ts';
import { createMergeRequest } from '../src/merge-requests/testing.ts';
import { createGroup, createProject } from '../src/projects/testing.ts';
import { graphqlCaller } from '../testing/call-graphql.ts';
import { restCaller } from '../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';

/** A token that may read the profile of its owner alone, of someone all of whose work has a word in it that nobody else uses. */
const WORD = 'quagmire';
let app: TestApp;
let ann: TestUser;
let narrow: { headers: Record<string, string> };
let wide: { headers: Record<string, string> };
const addresses: string[] = [];

const rest = restCaller(() => app);
const ask = graphqlCaller(() => app);

async function bodyOf(url: string, { headers }: { headers: Record<string, string> }): Promise<string> {
  const server = await app.server();
  return (await server.inject({ method: 'GET', url, headers })).body;
}

beforeAll(async () => {
  app = await createTestApp();
  ann = await createUser(app, { username: 'ann' });
  const group = await createGroup(app, { owner: ann.user, path: WORD, visibility: 'private' });
  const project = await createProject(app, {
    owner: ann.user,
    path: WORD,
    visibility: 'private',
    files: { [`${WORD}.md`]: WORD },
  });
  const request = await createMergeRequest(app, { project, author: ann, title: `Drain the ${WORD}` });
  const self = { assignee_ids: [ann.user.id] };
  const at = `/projects/${project.id}`;
  await rest('PUT', `${at}/merge_requests/${request.iid}`, ann, { ...self, reviewer_ids: [ann.user.id] });
  await rest('POST', `${at}/issues`, ann, { title: `The ${WORD} again`, description: WORD, ...self });
  await rest('POST', `${at}/issues/1/todo`, ann, {});
  await rest('POST', `${at}/star`, ann, {});
  await rest('PUT', `${at}/notification_settings`, ann, { level: 'watch' });
  const server = await app.server();
  const place = `MergeRequest:${request.id}`;
  const writes = [
    ['PUT', '/-/unfinished_texts', { place, field: 'comment', text: `A ${WORD}`, revision: 0 }],
    ['POST', '/-/profile/comment_templates', { name: WORD, content: WORD }],
  ] as const;
  for (const [method, url, payload] of writes) {
    const { statusCode, body } = await server.inject({ method, url, headers: ann.headers, payload });
    if (statusCode >= 300) throw new Error(`${url} ${body}`);
  }
  await app.runJobs();
  const ids: Record<string, number | string> = { project_id: project.id, user_id: ann.user.id };
  const fill = (path: string) =>
    path
      .replace(/^\/groups\/:id(?=\/|$)/, `/groups/${group.id}`)
      .replace(/^\/namespaces\/:id(?=\/|$)/, `/namespaces/${group.id}`)
      .replace(/^\/projects\/:id(?=\/|$)/, at)
      .replace(/^\/users\/:\w+(?=\/|$)/, `/users/${ann.user.id}`)
      .replace(/:(\w+)/g, (_all, name: string) => String(ids[name] ?? (/sha|ref/.test(name) ? 'main' : 1)))
      .replace('*', `${WORD}.md`);
  for (const slice of slices) {
    for (const route of slice.rest ?? []) {
      if (route.method !== 'GET') continue;
      const path = fill(route.path);
      addresses.push(path.startsWith('/') ? `/api/v4${path}` : `/${path}?place=${place}&field=comment`);
    }
    for (const page of slice.pages ?? []) {
      const place = page.on === 'project' ? `${project.full_path}/-/` : page.on === 'group' ? `groups/${WORD}/-/` : '';
      addresses.push(`/-/page/${place}${fill(page.path)}`);
    }
  }
  addresses.push(`/-/page/${project.full_path}`, `/${project.full_path}`, `/-/page/groups/${WORD}`);
  [narrow, wide] = await Promise.all([
    createToken(app, ann.user, ['read_user']),
    createToken(app, ann.user, ['read_api']),
  ]);
});
afterAll(() => app.close());

test('what someone works on is not a part of their profile, at any address', async () => {
  const found = { narrow: [] as string[], wide: [] as string[] };
  for (const address of addresses) {
    if ((await bodyOf(address, narrow)).includes(WORD)) found.narrow.push(address);
    if ((await bodyOf(address, wide)).includes(WORD)) found.wide.push(address);
  }
  expect(found.narrow).toEqual([]);
  // The same addresses tell it to who may read all.
  expect(found.wide.length).toBeGreaterThan(60);
  for (const address of ['dashboard/issues', 'dashboard/merge_requests', 'dashboard/inbox', 'dashboard/projects']) {
    expect(found.wide, address).toContain(`/-/page/${address}`);
  }
});

test('nor in GraphQL', async () => {
  const requests = '{ nodes { title } }';
  const fields = [
    `currentUser { authoredMergeRequests ${requests} }`,
    `currentUser { assignedMergeRequests ${requests} }`,
    `currentUser { reviewRequestedMergeRequests ${requests} }`,
    `currentUser { savedReplies { nodes { name } } }`,
    'currentUser { todos { nodes { body targetUrl } } }',
    `projects(membership: true) { nodes { fullPath } }`,
    `project(fullPath: "ann/${WORD}") { name }`,
    `group(fullPath: "${WORD}") { fullPath }`,
  ];
  const told = async (as: typeof wide) => {
    const answers = await Promise.all(fields.map((field) => ask(as, `{ ${field} }`)));
    return fields.filter((_, at) => JSON.stringify(answers[at]?.data ?? null).includes(WORD));
  };
  expect(await told(narrow)).toEqual([]);
  expect(await told(wide)).toEqual(fields);
});
