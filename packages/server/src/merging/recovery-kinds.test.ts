import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { IS_FULL } from '../../testing/sampled.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { createUser, type TestUser } from '../accounts/testing.ts';
import type { MergeRequestRow } from '../merge-requests/index.ts';
import { createMergeRequest, pushCommit, reloadMergeRequest, tipOf } from '../merge-requests/testing.ts';
import { armFailpoints, reachedFailpoints } from '../platform/failpoints.ts';
import { type BuiltProject, createProject } from '../projects/testing.ts';
import { recoverPushIntents } from '../repositories/index.ts';
import { rebaseJob } from './start-rebase.ts';

let app: TestApp;
let owner: TestUser;

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app);
});
afterAll(() => app.close());
afterEach(() => armFailpoints(undefined));

type Scene = { project: BuiltProject; row: MergeRequestRow };
type Kind = { name: string; branch: 'topic' | 'other'; move: (scene: Scene) => Promise<unknown> };

async function post(url: string, payload: object, method: 'POST' | 'PUT' = 'POST') {
  const answer = await (await app.server()).inject({ method, url, headers: owner.headers, payload });
  if (answer.statusCode >= 300) throw new Error(answer.body);
}

const repository = ({ project }: Scene) => `/api/v4/projects/${project.id}/repository/commits`;
const ofRequest = ({ project, row }: Scene) => `/api/v4/projects/${project.id}/merge_requests/${row.iid}`;

const KINDS: readonly Kind[] = [
  {
    name: 'commit',
    branch: 'topic',
    move: (scene) =>
      post(repository(scene), {
        branch: 'topic',
        commit_message: 'Make',
        actions: [{ action: 'create', file_path: 'made.txt', content: 'made' }],
      }),
  },
  {
    name: 'cherry-pick',
    branch: 'other',
    move: (scene) => post(`${repository(scene)}/${scene.row.head_sha}/cherry_pick`, { branch: 'other' }),
  },
  {
    name: 'revert',
    branch: 'other',
    move: (scene) => post(`${repository(scene)}/other/revert`, { branch: 'other' }),
  },
  {
    name: 'conflict resolution',
    branch: 'topic',
    move: async ({ project, row }) => {
      await pushCommit(app, { project, branch: 'main', files: { 'a.txt': 'theirs\n' }, by: owner });
      const url = `/${project.full_path}/-/merge_requests/${row.iid}/resolve_conflicts`;
      const shas = { source_sha: await tipOf(project, 'topic'), target_sha: await tipOf(project, 'main') };
      await post(url, { ...shas, files: [{ path: 'a.txt', use: 'source' }], commit_message: 'Resolve' });
    },
  },
  {
    name: 'rebase',
    branch: 'topic',
    move: async (scene) => {
      await post(`${ofRequest(scene)}/rebase`, { skip_ci: true }, 'PUT');
      await rebaseJob.run(app.system, { mergeRequestId: scene.row.id });
    },
  },
];

/** An ordinary run breaks each kind once it has moved the branch, and every second one before that, the others after it. */
const POINTS = ['push.intent', 'push.moved', 'push.post_receive', 'push.outbox'];
const pointsOf = (at: number) => (IS_FULL ? POINTS : ['push.moved', at % 2 === 0 ? 'push.intent' : 'push.outbox']);
const CASES = KINDS.map((kind, at) => ({ ...kind, points: pointsOf(at) }));

async function build(): Promise<Scene> {
  const project = await createProject(app, { owner: owner.user, files: { 'a.txt': 'a\n' } });
  await project.repository.git('branch', 'other', 'main');
  await pushCommit(app, { project, branch: 'other', files: { 'b.txt': 'b\n' }, by: owner });
  const row = await createMergeRequest(app, { project, author: owner, branch: 'topic', files: { 'a.txt': 'mine\n' } });
  await pushCommit(app, { project, branch: 'main', files: { 'c.txt': 'c\n' }, by: owner });
  return { project, row: await reloadMergeRequest(app, row.id) };
}

async function pushesOf({ project }: Scene, branch: string, sha: string): Promise<number> {
  const rows = await app.platform.db
    .selectFrom('push_events')
    .select('id')
    .where('project_id', '=', project.id)
    .where('ref', '=', `refs/heads/${branch}`)
    .where('new_sha', '=', sha)
    .execute();
  return rows.length;
}

describe.each(CASES)('P-04: a $name that breaks', ({ branch, move, points }) => {
  test.each(points)('at %s is wholly there or not at all', async (point) => {
    const scene = await build();
    const before = await tipOf(scene.project, branch);
    armFailpoints(`${point}:1:throw`);
    const outcome = await move(scene).then(
      () => 'done',
      () => 'failed',
    );
    expect(reachedFailpoints().has(point)).toBe(true);
    armFailpoints(undefined);
    await recoverPushIntents(app.system, { atStart: true });
    // The worker tries a job again that has failed; of one that has ended nothing is left to do.
    await rebaseJob.run(app.system, { mergeRequestId: scene.row.id });
    await app.runJobs();
    if ((await tipOf(scene.project, branch)) === before) {
      expect(outcome).toBe('failed');
      await move(scene);
      await app.runJobs();
    }
    const tip = await tipOf(scene.project, branch);
    expect(tip).not.toBe(before);
    expect(await pushesOf(scene, branch, tip)).toBe(1);
    const topic = await tipOf(scene.project, 'topic');
    expect((await reloadMergeRequest(app, scene.row.id)).head_sha).toBe(topic);
    const url = `${ofRequest(scene)}?include_rebase_in_progress=true`;
    const request = (await (await app.server()).inject({ url, headers: owner.headers })).json();
    expect(request).toMatchObject({ state: 'opened', rebase_in_progress: false, merge_error: null });
  });
});
