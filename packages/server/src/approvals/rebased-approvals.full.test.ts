import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { restCaller } from '../../testing/call-rest.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createUser, type TestUser } from '../accounts/testing.ts';
import { listOpenBySource, syncHead } from '../merge-requests/index.ts';
import { createMergeRequest, pushCommit, tipOf } from '../merge-requests/testing.ts';
import { addMember, type BuiltProject, createProject } from '../projects/testing.ts';

let app: TestApp;
let owner: TestUser;
let reviewer: TestUser;
let project: BuiltProject;

const LINES = Array.from({ length: 40 }, (_, at) => `line ${at}`);
const text = (changes: Record<number, string> = {}) => `${LINES.map((line, at) => changes[at] ?? line).join('\n')}\n`;

beforeAll(async () => {
  app = await createTestApp();
  [owner, reviewer] = [await createUser(app), await createUser(app)];
  project = await createProject(app, { owner: owner.user, files: { 'a.txt': text(), 'b.txt': text() } });
  await addMember(app, { user: reviewer.user, level: 30, project });
});
afterAll(() => app.close());

const call = restCaller(() => app);

/** What the target gets before the rebase, and what the branch gets besides; the approval is kept where that is nothing. */
const TARGETS = {
  nothing: {},
  'another file': { 'c.txt': 'c\n' },
  'a file that it changes, elsewhere': { 'a.txt': { 35: 'target' } },
} as const;
const BRANCHES = {
  nothing: null,
  'another line': { 'a.txt': { 3: 'mine', 5: 'more' } },
  'a new file': { 'new.txt': 'new\n' },
  'a file back as it was': { 'b.txt': {} },
} as const;

type Change = Record<string, string | Record<number, string>>;
let base: Record<number, string> = {};

function filesOf(change: Change): Record<string, string> {
  return Object.fromEntries(
    Object.entries(change).map(([path, value]) => [
      path,
      typeof value === 'string' ? value : text({ ...base, ...value }),
    ]),
  );
}

const SCRIPTS = Array.from({ length: 200 }, (_, number) => {
  const targets = Object.keys(TARGETS) as (keyof typeof TARGETS)[];
  const branches = Object.keys(BRANCHES) as (keyof typeof BRANCHES)[];
  return {
    number,
    target: targets[number % targets.length] ?? 'nothing',
    // Half of them are rebased alone.
    branch: number % 2 === 0 ? ('nothing' as const) : (branches[(number >> 1) % branches.length] ?? 'nothing'),
    isApi: number % 3 !== 0,
  };
});

describe('a rebase keeps an approval if and only if it changes nothing that was approved', () => {
  test.each(SCRIPTS)(
    '$number: $target, $branch, api: $isApi',
    { timeout: 120_000 },
    async ({ number, target, branch, isApi }) => {
      const main = async (files: Change) =>
        pushCommit(app, { project, branch: 'main', files: filesOf(files), by: owner });
      await main({ 'a.txt': {}, 'b.txt': {} });
      const name = `script-${number}`;
      const files = { 'a.txt': text({ 3: 'mine' }), 'b.txt': text({ 7: 'mine' }) };
      const row = await createMergeRequest(app, { project, author: owner, branch: name, files });
      const path = `/projects/${project.id}/merge_requests/${row.iid}`;
      expect((await call('POST', `${path}/approve`, reviewer)).status).toBe(201);
      if (target !== 'nothing') await main(TARGETS[target]);
      base = target === 'a file that it changes, elsewhere' ? { 35: 'target' } : {};
      if (isApi) {
        expect((await call('PUT', `${path}/rebase`, owner)).status).toBe(202);
        await app.runJobs();
      } else {
        // As somebody rebases at home and pushes by force.
        const parents = [await tipOf(project, 'main')];
        const rebased = { 'a.txt': text({ ...base, 3: 'mine' }), 'b.txt': text({ 7: 'mine' }) };
        await project.repository.commit({
          label: name,
          parents,
          files: rebased,
          message: 'Rebased',
          branch: `${name}-x`,
        });
        const tip = await tipOf(project, `${name}-x`);
        await project.repository.git('update-ref', `refs/heads/${name}`, tip);
      }
      const extra = BRANCHES[branch];
      if (extra !== null) await pushCommit(app, { project, branch: name, files: filesOf(extra), by: owner });
      else await pushed(name);
      await app.runJobs();
      base = {};
      const { approved_by: kept } = (await call('GET', `${path}/approvals`, owner)).body;
      expect(kept.length).toBe(extra === null ? 1 : 0);
    },
  );
});

/** Tells the product of a branch that was moved beside it. */
async function pushed(branch: string): Promise<void> {
  for (const row of await listOpenBySource(app.platform.db, project.id, branch))
    await syncHead(app.system, row, await tipOf(project, branch));
}
