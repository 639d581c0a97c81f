import type { TestApp } from '../../testing/test-app.ts';
import { contextOf, type TestUser } from '../accounts/testing.ts';
import type { BuiltProject } from '../projects/testing.ts';
import { createMergeRequest as create, type CreateInput } from './lifecycle/operations/create-merge-request.ts';
import { findMergeRequestById, listOpenBySource, type MergeRequestRow } from './store/merge-requests.ts';
import { branchTip } from './versions/branch-ends.ts';
import { syncHead } from './versions/sync-head.ts';

type Files = NonNullable<Parameters<BuiltProject['repository']['commit']>[0]['files']>;

export type MergeRequestSpec = {
  project: BuiltProject;
  author: TestUser;
  /** Made of the target branch with `files` on top; `feature-<n>` when left out. */
  branch?: string;
  files?: Files | undefined;
  target?: string;
  /** Where the branch lies, for requests from forks. */
  source?: BuiltProject;
} & Omit<Partial<CreateInput>, 'source' | 'target'>;

let count = 0;

/** A merge request with a real branch; jobs are not run. */
export async function createMergeRequest(app: TestApp, spec: MergeRequestSpec): Promise<MergeRequestRow> {
  count += 1;
  const { project, author, branch = `feature-${count}`, files, target, source = project, ...input } = spec;
  const targetBranch = target ?? project.default_branch ?? 'main';
  await source.repository.commit({
    branch,
    parents: [await tipOf(source, branch, targetBranch)],
    files: files ?? { [`feature-${count}.txt`]: `feature ${count}\n` },
    message: `Add feature ${count}`,
  });
  return create(contextOf(app, author), {
    source: { projectId: source.id, branch },
    target: { projectId: project.id, branch: targetBranch },
    title: `Feature ${count}`,
    ...input,
  });
}

/** Where a branch is now, whoever moved it; the first that exists. */
export async function tipOf(project: BuiltProject, ...branches: string[]): Promise<string> {
  const refs = await project.repository.git(
    'for-each-ref',
    '--format=%(refname:lstrip=2) %(objectname)',
    'refs/heads/',
  );
  const tips = new Map(refs.split('\n').map((line): [string, string] => [line.slice(0, -41), line.slice(-40)]));
  for (const branch of branches) {
    const sha = tips.get(branch);
    if (sha !== undefined) return sha;
  }
  throw new Error(`no branch is named ${branches.join(' or ')}`);
}

/** Puts a commit on a branch and lets its open merge requests follow, as a push would. */
export async function pushCommit(
  app: TestApp,
  push: { project: BuiltProject; branch: string; files: Files; by: TestUser; message?: string },
): Promise<string> {
  const { project, branch, files, by, message = 'Change something' } = push;
  const parents = [await tipOf(project, branch)];
  const sha = await project.repository.commit({ branch, parents, files, message });
  for (const row of await listOpenBySource(app.platform.db, project.id, branch)) {
    const tip = await branchTip(app.system, { projectId: project.id, branch });
    if (tip !== undefined) await syncHead(contextOf(app, by), row, tip);
  }
  return sha;
}

export async function reloadMergeRequest(app: TestApp, id: number): Promise<MergeRequestRow> {
  const row = await findMergeRequestById(app.platform.db, id);
  if (!row) throw new Error(`merge request ${id} is gone`);
  return row;
}

// Of the inside, for tests of the slices to the right.
export { computeReadiness } from './readiness/jobs/compute-readiness.ts';
export { updateSourceHeads } from './pushes/on-push.ts';
export { conditions } from './store/listing.ts';
export { watchReadiness } from './readiness/jobs/watch-readiness.ts';
