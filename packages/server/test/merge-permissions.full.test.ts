import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMergeRequest, tipOf } from '../src/merge-requests/testing.ts';
import type { MergeRequestRow } from '../src/merge-requests/index.ts';
import { createUser, type TestUser } from '../src/accounts/testing.ts';
import { addMember, type BuiltProject } from '../src/projects/testing.ts';
import { createTestApp, type TestApp } from '../testing/test-app.ts';
import { createWorld, PERSONAS, type Persona, type World } from '../testing/world.ts';

/**
 * Who may do what with merge requests and their branches, action by action: at REST, at the address of the page and in
 * GraphQL, where there is one. Each attempt has a merge request and branches of its own, so that what is allowed is done.
 */
let app: TestApp;
let world: World;
let project: BuiltProject;
/** None of those who try. */
let author: TestUser;
let serial = 0;

beforeAll(async () => {
  app = await createTestApp();
  world = await createWorld(app);
  project = world.projects.public;
  author = await createUser(app);
  await addMember(app, { project, user: author.user, level: 30 });
  const rules = [
    { name: 'main', push_access_level: 40, merge_access_level: 40 },
    { name: 'shielded-*', push_access_level: 40, merge_access_level: 40 },
  ];
  for (const rule of rules) {
    const { status } = await send('POST', '/protected_branches', 'owner', rule);
    if (status !== 201) throw new Error(`${rule.name} is not protected: ${status}`);
  }
});
afterAll(() => app.close());

async function ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, as: Persona, payload?: object) {
  const server = await app.server();
  const answer = await server.inject({ method, url, headers: world.headersOf(as), ...(payload && { payload }) });
  const isJson = answer.body !== '' && (answer.headers['content-type'] ?? '').includes('json');
  return { status: answer.statusCode, body: isJson ? answer.json() : null };
}
const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, as: Persona, payload?: object) =>
  ask(method, `/api/v4/projects/${project.id}${path}`, as, payload);
const onPage = (method: 'POST' | 'PUT', path: string, as: Persona, payload?: object) =>
  ask(method, `/${project.full_path}/-${path}`, as, payload);

async function graphql(name: string, input: object, as: Persona): Promise<boolean> {
  const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
  const query = `mutation ($input: ${type}!) { act: ${name}(input: $input) { errors } }`;
  const { body } = await ask('POST', '/api/graphql', as, { query, variables: { input } });
  return body.errors === undefined && body.data.act.errors.length === 0;
}

type Ground = { row: MergeRequestRow; branch: string; target: string };
const at = ({ row }: Ground, rest = '') => `/merge_requests/${row.iid}${rest}`;
const of = ({ row }: Ground, more: object) => ({ projectPath: project.full_path, iid: String(row.iid), ...more });
const done = ({ status }: { status: number }) => status < 300;
const commit = (branch: string) => ({
  branch,
  commit_message: 'Change',
  actions: [{ action: 'create', file_path: `file-${(serial += 1)}.txt`, content: 'x' }],
});

const DEVELOPERS: Persona[] = ['developer', 'invited', 'maintainer', 'owner', 'admin'];
const MAINTAINERS: Persona[] = ['maintainer', 'owner', 'admin'];
const OWNERS: Persona[] = ['owner', 'admin'];
const SIGNED_IN = PERSONAS.filter((each) => each !== 'anonymous' && each !== 'external');

type Way = (ground: Ground, as: Persona) => Promise<boolean>;
type Action = {
  name: string;
  allowed: readonly Persona[];
  target?: 'open' | 'shielded';
  /** The target has a newer commit. */
  isBehind?: boolean;
  prepare?: (ground: Ground) => Promise<unknown>;
  rest: Way;
  page?: Way;
  graphql?: Way;
};

const merged = (ground: Ground) => send('PUT', at(ground, '/merge'), 'owner', {});
const pickOf = async ({ row }: Ground) =>
  (await ask('GET', `/api/v4/projects/${project.id}/merge_requests/${row.iid}`, 'owner')).body.merge_commit_sha;

const ACTIONS: Action[] = [
  {
    name: 'create a branch',
    allowed: DEVELOPERS,
    rest: async (_g, as) =>
      done(await send('POST', '/repository/branches', as, { branch: `new-${(serial += 1)}`, ref: 'main' })),
    graphql: (_g, as) =>
      graphql('createBranch', { projectPath: project.full_path, name: `new-${(serial += 1)}`, ref: 'main' }, as),
  },
  {
    name: 'commit to a branch',
    allowed: DEVELOPERS,
    rest: async ({ branch }, as) => done(await send('POST', '/repository/commits', as, commit(branch))),
  },
  {
    name: 'commit to a protected branch',
    allowed: MAINTAINERS,
    target: 'shielded',
    rest: async ({ target }, as) => done(await send('POST', '/repository/commits', as, commit(target))),
  },
  {
    name: 'protect a branch',
    allowed: MAINTAINERS,
    rest: async (_g, as) => done(await send('POST', '/protected_branches', as, { name: `none-${(serial += 1)}` })),
  },
  {
    name: 'create a merge request from a branch of the project',
    allowed: DEVELOPERS,
    rest: async (_g, as) => {
      const branch = `source-${(serial += 1)}`;
      await send('POST', '/repository/branches', 'owner', { branch, ref: 'main' });
      await send('POST', '/repository/commits', 'owner', commit(branch));
      return done(
        await send('POST', '/merge_requests', as, { title: 'Mine', source_branch: branch, target_branch: 'main' }),
      );
    },
  },
  {
    name: 'change the title',
    allowed: DEVELOPERS,
    rest: async (g, as) => done(await send('PUT', at(g), as, { title: `Other ${(serial += 1)}` })),
    graphql: (g, as) => graphql('mergeRequestUpdate', of(g, { title: `Other ${(serial += 1)}` }), as),
  },
  {
    name: 'change the target branch',
    allowed: DEVELOPERS,
    rest: async (g, as) => done(await send('PUT', at(g), as, { target_branch: 'main' })),
  },
  {
    name: 'mark as draft',
    allowed: DEVELOPERS,
    rest: async (g, as) => done(await send('PUT', at(g), as, { title: `Draft: ${g.row.title} ${(serial += 1)}` })),
    graphql: (g, as) => graphql('mergeRequestSetDraft', of(g, { draft: true }), as),
  },
  {
    name: 'close and reopen',
    allowed: DEVELOPERS,
    rest: async (g, as) =>
      done(await send('PUT', at(g), as, { state_event: 'close' })) &&
      done(await send('PUT', at(g), as, { state_event: 'reopen' })),
    page: async (g, as) =>
      done(await onPage('PUT', at(g), as, { merge_request: { state_event: 'close' } })) &&
      done(await onPage('PUT', at(g), as, { merge_request: { state_event: 'reopen' } })),
  },
  {
    name: 'approve and revoke',
    allowed: DEVELOPERS,
    rest: async (g, as) =>
      done(await send('POST', at(g, '/approve'), as)) && done(await send('POST', at(g, '/unapprove'), as)),
    page: async (g, as) => done(await onPage('POST', at(g, '/approve'), as, {})),
  },
  {
    name: 'add an approval rule to a merge request',
    allowed: DEVELOPERS,
    rest: async (g, as) =>
      done(await send('POST', at(g, '/approval_rules'), as, { name: `Rule ${(serial += 1)}`, approvals_required: 0 })),
  },
  {
    name: 'add an approval rule to the project',
    allowed: MAINTAINERS,
    rest: async (_g, as) =>
      done(await send('POST', '/approval_rules', as, { name: `Rule ${(serial += 1)}`, approvals_required: 0 })),
  },
  {
    name: 'merge into a branch that is not protected',
    allowed: DEVELOPERS,
    rest: async (g, as) => done(await send('PUT', at(g, '/merge'), as, {})),
    page: async (g, as) => {
      const { body } = await onPage('POST', at(g, '/merge'), as, { sha: g.row.head_sha });
      return body?.status === 'success';
    },
    graphql: (g, as) => graphql('mergeRequestAccept', of(g, { sha: g.row.head_sha }), as),
  },
  {
    name: 'merge into a protected branch',
    allowed: MAINTAINERS,
    target: 'shielded',
    rest: async (g, as) => done(await send('PUT', at(g, '/merge'), as, {})),
    page: async (g, as) => {
      const { body } = await onPage('POST', at(g, '/merge'), as, { sha: g.row.head_sha });
      return body?.status === 'success';
    },
    graphql: (g, as) => graphql('mergeRequestAccept', of(g, { sha: g.row.head_sha }), as),
  },
  {
    name: 'rebase',
    allowed: DEVELOPERS,
    isBehind: true,
    rest: async (g, as) => done(await send('PUT', at(g, '/rebase'), as)),
    page: async (g, as) => done(await onPage('POST', at(g, '/rebase'), as, {})),
  },
  {
    name: 'update the branch',
    allowed: DEVELOPERS,
    isBehind: true,
    rest: async (g, as) => done(await send('PUT', at(g, '/update_branch'), as)),
  },
  {
    name: 'delete the source branch',
    allowed: DEVELOPERS,
    prepare: merged,
    rest: async ({ branch }, as) => done(await send('DELETE', `/repository/branches/${branch}`, as)),
  },
  {
    name: 'revert on a branch that is not protected',
    allowed: DEVELOPERS,
    prepare: merged,
    rest: async (g, as) =>
      done(await send('POST', `/repository/commits/${await pickOf(g)}/revert`, as, { branch: g.target })),
  },
  {
    name: 'cherry-pick to a protected branch',
    allowed: MAINTAINERS,
    prepare: async (g) => {
      await merged(g);
      await send('POST', '/repository/branches', 'owner', { branch: `shielded-${g.branch}`, ref: 'main' });
    },
    rest: async (g, as) =>
      done(
        await send('POST', `/repository/commits/${await pickOf(g)}/cherry_pick`, as, {
          branch: `shielded-${g.branch}`,
        }),
      ),
  },
  {
    name: 'fork',
    allowed: SIGNED_IN,
    rest: async (_g, as) =>
      done(await send('POST', '/fork', as, { path: `fork-${(serial += 1)}`, name: `fork-${serial}` })),
  },
  {
    name: 'lock the discussion',
    allowed: DEVELOPERS,
    rest: async (g, as) => done(await send('PUT', at(g), as, { discussion_locked: true })),
    graphql: (g, as) => graphql('mergeRequestSetLocked', of(g, { locked: true }), as),
  },
  {
    name: 'delete a merge request',
    allowed: OWNERS,
    rest: async (g, as) => done(await send('DELETE', at(g), as)),
  },
];

async function ground({ target = 'open', isBehind = false, prepare }: Action): Promise<Ground> {
  serial += 1;
  const branch = `work-${serial}`;
  const into = `${target}-${serial}`;
  await project.repository.git('update-ref', `refs/heads/${into}`, await tipOf(project, 'main'));
  const row = await createMergeRequest(app, { project, author, branch, target: into });
  if (isBehind)
    await project.repository.commit({ branch: into, parents: [await tipOf(project, into)], files: { later: 'x' } });
  const made = { row, branch, target: into };
  await prepare?.(made);
  return made;
}

const WAYS = ACTIONS.flatMap((action) =>
  (['rest', 'page', 'graphql'] as const).flatMap((by) => {
    const way = action[by];
    return way ? [{ name: action.name, by, action, way }] : [];
  }),
);

test.each(WAYS)('$name, by $by', { timeout: 120_000 }, async ({ action, way }) => {
  const may: Persona[] = [];
  // What is refused changes nothing: all who are refused meet the same ground.
  let place = await ground(action);
  for (const persona of PERSONAS) {
    if (!(await way(place, persona))) continue;
    may.push(persona);
    place = await ground(action);
  }
  expect(may.toSorted()).toEqual([...action.allowed].toSorted());
});

/** What is theirs is theirs to change and to withdraw, and to nothing more. */
const OWN: Persona[] = ['stranger', 'external', 'guest', 'reporter'];

test.each(OWN)('the author of a merge request who is %s', { timeout: 120_000 }, async (persona) => {
  if (persona === 'anonymous') throw new Error('nobody signed out is an author');
  const place = await ground({ name: 'own', allowed: [], rest: () => Promise.resolve(false) });
  await app.platform.db
    .updateTable('merge_requests')
    .set({ author_id: world.people[persona].user.id })
    .where('id', '=', place.row.id)
    .execute();
  const results: Record<string, boolean> = {};
  for (const { name, by, way } of WAYS.filter((each) => OF_OWN.has(each.name))) {
    results[`${name} ${by}`] = await way(place, persona);
  }
  expect(results).toEqual({
    'change the title rest': true,
    'change the title graphql': true,
    'mark as draft rest': true,
    'mark as draft graphql': true,
    'close and reopen rest': true,
    'close and reopen page': true,
    'approve and revoke rest': false,
    'approve and revoke page': false,
    'merge into a branch that is not protected rest': false,
    'merge into a branch that is not protected page': false,
    'merge into a branch that is not protected graphql': false,
    'lock the discussion rest': false,
    'lock the discussion graphql': false,
    'delete a merge request rest': false,
  });
});

const OF_OWN = new Set([
  'change the title',
  'mark as draft',
  'close and reopen',
  'approve and revoke',
  'merge into a branch that is not protected',
  'lock the discussion',
  'delete a merge request',
]);
