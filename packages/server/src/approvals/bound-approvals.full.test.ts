import { afterAll, beforeAll, expect, test } from 'vitest';
import { restCaller } from '../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createUser, type TestUser } from '../accounts/testing.ts';
import { listOpenBySource, type MergeRequestRow, syncHead } from '../merge-requests/index.ts';
import { createMergeRequest, pushCommit, tipOf } from '../merge-requests/testing.ts';
import { addMember, type BuiltProject, createProject } from '../projects/testing.ts';

let app: TestApp;
let owner: TestUser;
let reviewer: TestUser;
let project: BuiltProject;

const call = restCaller(() => app);
const git = (...args: string[]) => project.repository.git(...args);

beforeAll(async () => {
  app = await createTestApp();
  [owner, reviewer] = [await createUser(app), await createUser(app)];
  project = await createProject(app, { owner: owner.user, files: { 'a.txt': 'a\n' } });
  await addMember(app, { user: reviewer.user, level: 30, project });
  await call('POST', `/projects/${project.id}/approvals`, owner, { approvals_before_merge: 1 });
  await pushCommit(app, { project, branch: 'main', files: { 'newest.txt': 'x' }, by: owner });
});
afterAll(() => app.close());

type Case = { row: MergeRequestRow; branch: string; path: string };

/** A commit with this file on these parents; it is on no branch yet. */
async function commitOn(
  parent: string,
  branch: string,
  files: Record<string, string>,
  message = 'Other',
): Promise<string> {
  const label = `${branch}-${message}-${Object.keys(files).join()}`;
  await project.repository.commit({ label, parents: [parent], files, message, branch: `${branch}-made` });
  const sha = await tipOf(project, `${branch}-made`);
  await git('update-ref', '-d', `refs/heads/${branch}-made`);
  return sha;
}

/** As a push by force does. */
async function force(branch: string, sha: string): Promise<void> {
  await git('update-ref', `refs/heads/${branch}`, sha);
  for (const row of await listOpenBySource(app.platform.db, project.id, branch)) await syncHead(app.system, row, sha);
}

const push = (branch: string, files: Record<string, string>) => pushCommit(app, { project, branch, files, by: owner });
const put = ({ path }: Case, body: Record<string, unknown>) => call('PUT', path, owner, body);
const base = (branch: string) => git('rev-parse', `${branch}~1`).then((sha) => sha.trim());

/** What happens after the approval, and whether it counts then. */
const SEQUENCES: [name: string, counts: boolean, happens: (one: Case) => Promise<unknown>][] = [
  ['nothing', true, () => Promise.resolve()],
  ['T-020: a push with another file', false, ({ branch }) => push(branch, { [`${branch}-2`]: 'x' })],
  [
    'a push by force with other content',
    false,
    async ({ branch }) => force(branch, await commitOn(await base(branch), branch, { [branch]: 'other\n' })),
  ],
  [
    'a push by force with the same content and another message',
    true,
    async ({ branch }) => force(branch, await commitOn(await base(branch), branch, { [branch]: 'mine\n' }, 'Again')),
  ],
  [
    'a rebase onto a target that moved elsewhere',
    true,
    async ({ branch, path }) => {
      await push('main', { [`${branch}-main`]: 'x' });
      expect((await call('PUT', `${path}/rebase`, owner)).status).toBe(202);
    },
  ],
  [
    'T-022: another merge request is merged into the source branch',
    false,
    async ({ branch }) => {
      const inner = await createMergeRequest(app, {
        project,
        author: owner,
        target: branch,
        files: { [`${branch}-in`]: 'x' },
      });
      const path = `/projects/${project.id}/merge_requests/${inner.iid}`;
      expect((await call('POST', `${path}/approve`, reviewer)).status).toBe(201);
      await app.runJobs();
      expect((await call('PUT', `${path}/merge`, owner)).status).toBe(200);
    },
  ],
  [
    'T-023: a new target in which the changes are others',
    false,
    async (one) => {
      // It has not got the newest commit of the old target, which is a part of the changes now.
      await git('update-ref', `refs/heads/${one.branch}-target`, `${await base(one.branch)}~1`);
      expect((await put(one, { target_branch: `${one.branch}-target` })).status).toBe(200);
    },
  ],
  [
    'T-025: two pushes at once',
    false,
    async ({ branch }) => {
      const parent = await tipOf(project, branch);
      const first = await commitOn(parent, branch, { [`${branch}-x`]: '1' }, 'First');
      const second = await commitOn(first, branch, { [`${branch}-y`]: '2' }, 'Second');
      await git('update-ref', `refs/heads/${branch}`, second);
      const rows = await listOpenBySource(app.platform.db, project.id, branch);
      await Promise.allSettled(rows.flatMap((row) => [first, second].map((sha) => syncHead(app.system, row, sha))));
      for (const row of rows) await syncHead(app.system, row, second).catch(() => undefined);
    },
  ],
  [
    'the source branch is deleted and made again with other content',
    false,
    async ({ branch }) => {
      const other = await commitOn(await base(branch), branch, { [branch]: 'else\n' }, 'Else');
      expect((await call('DELETE', `/projects/${project.id}/repository/branches/${branch}`, owner)).status).toBe(204);
      await app.runJobs();
      const made = await call('POST', `/projects/${project.id}/repository/branches`, owner, { branch, ref: 'main' });
      expect(made.status).toBe(201);
      await force(branch, other);
    },
  ],
  [
    'the source branch is deleted and made again as it was',
    true,
    async ({ branch }) => {
      const branches = `/projects/${project.id}/repository/branches`;
      const copy = `${branch}-copy`;
      expect((await call('POST', branches, owner, { branch: copy, ref: branch })).status).toBe(201);
      expect((await call('DELETE', `${branches}/${branch}`, owner)).status).toBe(204);
      await app.runJobs();
      expect((await call('POST', branches, owner, { branch, ref: copy })).status).toBe(201);
    },
  ],
  [
    'closed and opened again',
    true,
    async (one) => {
      expect((await put(one, { state_event: 'close' })).status).toBe(200);
      expect((await put(one, { state_event: 'reopen' })).status).toBe(200);
    },
  ],
  [
    'closed, changed and opened again',
    false,
    async (one) => {
      await put(one, { state_event: 'close' });
      await project.repository.commit({
        branch: one.branch,
        parents: [await tipOf(project, one.branch)],
        files: { [`${one.branch}-closed`]: 'x' },
      });
      expect((await put(one, { state_event: 'reopen' })).status).toBe(200);
    },
  ],
  [
    'the target gets a conflict',
    true,
    async ({ branch }) => {
      const actions = [{ action: 'create', file_path: branch, content: 'theirs' }];
      const commit = { branch: 'main', commit_message: 'Theirs', actions };
      expect((await call('POST', `/projects/${project.id}/repository/commits`, owner, commit)).status).toBe(201);
    },
  ],
  [
    'a tag of the same name, elsewhere',
    true,
    async ({ branch }) => {
      const ref = await commitOn(await base(branch), branch, { [branch]: 'tag\n' }, 'Tag');
      await git('update-ref', `refs/tags/${branch}`, ref);
    },
  ],
  [
    'a push, and one by force that takes it back',
    false,
    async ({ branch, row }) => {
      await push(branch, { [`${branch}-2`]: 'x' });
      await force(branch, row.head_sha ?? '');
    },
  ],
  ['it is taken back', false, ({ path }) => call('POST', `${path}/unapprove`, reviewer)],
];

test.each(SEQUENCES)('P-08: %s: it counts: %s', { timeout: 120_000 }, async (_name, counts, happens) => {
  const branch = `case-${SEQUENCES.findIndex(([name]) => name === _name)}`;
  const row = await createMergeRequest(app, { project, author: owner, branch, files: { [branch]: 'mine\n' } });
  const path = `/projects/${project.id}/merge_requests/${row.iid}`;
  expect((await call('POST', `${path}/approve`, reviewer)).status).toBe(201);
  await app.runJobs();
  await happens({ row, branch, path });
  await app.runJobs();
  const { body } = await call('GET', `${path}/approvals`, owner);
  expect([body.approved, body.approved_by.length]).toEqual(counts ? [true, 1] : [false, 0]);
  const { detailed_merge_status: status } = (await call('GET', path, owner)).body;
  if (!counts) {
    expect(status).toBe('not_approved');
    expect((await call('PUT', `${path}/merge`, owner)).status).toBe(405);
  } else expect(status).toBe(_name.includes('conflict') ? 'conflict' : 'mergeable');
});

test(
  'P-08: who may not approve any more takes the approval along, and brings it back',
  { timeout: 120_000 },
  async () => {
    const row = await createMergeRequest(app, { project, author: owner });
    const path = `/projects/${project.id}/merge_requests/${row.iid}`;
    await call('POST', `${path}/approve`, reviewer);
    const given = async () => (await call('GET', `${path}/approvals`, owner)).body.approved;
    const member = `/projects/${project.id}/members/${reviewer.user.id}`;
    const seen: boolean[] = [await given()];
    for (const level of [20, 30]) {
      expect((await call('PUT', member, owner, { access_level: level })).status).toBe(200);
      seen.push(await given());
    }
    expect(seen).toEqual([true, false, true]);
  },
);

test(
  'T-023: at a protected branch its own rules are asked for, whatever was approved before',
  { timeout: 120_000 },
  async () => {
    const at = (rest: string) => `/projects/${project.id}/${rest}`;
    await git('update-ref', 'refs/heads/stable', 'main');
    const { body: branch } = await call('POST', at('protected_branches'), owner, { name: 'stable' });
    const rule = {
      name: 'Release',
      approvals_required: 1,
      user_ids: [owner.user.id],
      protected_branch_ids: [branch.id],
    };
    expect((await call('POST', at('approval_rules'), owner, rule)).status).toBe(201);
    const row = await createMergeRequest(app, { project, author: reviewer });
    const path = at(`merge_requests/${row.iid}`);
    const third = await createUser(app);
    await addMember(app, { user: third.user, level: 30, project });
    expect((await call('POST', `${path}/approve`, third)).body.approved).toBe(true);
    expect((await call('PUT', path, reviewer, { target_branch: 'stable' })).status).toBe(200);
    await app.runJobs();
    expect((await call('GET', `${path}/approvals`, owner)).body).toMatchObject({
      approved: false,
      approved_by: [{ user: { id: third.user.id } }],
      approval_rules_left: [{ name: 'Release' }],
    });
    expect((await call('PUT', `${path}/merge`, owner)).status).toBe(405);
    expect((await call('POST', `${path}/approve`, owner)).body.approved).toBe(true);
  },
);
