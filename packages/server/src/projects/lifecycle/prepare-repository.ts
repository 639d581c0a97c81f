import type { Extensions } from '../../platform/extensions.ts';
import { deleteRepository, initRepository } from '@tributary/git';
import { type Context, transact } from '../../platform/context.ts';
import { failpoint } from '../../platform/failpoints.ts';
import { defineJob, registerJob } from '../../platform/jobs.ts';
import { writeReadme } from './first-commit.ts';
import { lockProject, type ProjectRow, updateProjectRow } from './project-store.ts';

export type PrepareRepository = {
  projectId: number;
  /** Start with a commit that holds a README. */
  withReadme: boolean;
};

const DEFAULT_BRANCH = 'main';

/**
 * Makes the repository of a project whose row says `creating`. Whatever a killed run left is thrown away first: nobody
 * can have pushed to it. The row is held meanwhile, so the request and the recovery job never do it twice.
 */
export async function prepareRepository(ctx: Context, request: PrepareRepository): Promise<ProjectRow | undefined> {
  return transact(ctx, async (inner) => {
    const project = await lockProject(inner.db, request.projectId);
    if (!project || project.repository_state !== 'creating' || project.deleting_since !== null) return project;
    const directory = inner.repositories.directory(project.id);
    const branch = project.default_branch ?? DEFAULT_BRANCH;
    await deleteRepository(directory);
    await initRepository(directory, { defaultBranch: branch });
    failpoint('project.repository_made');
    if (request.withReadme) await writeReadme(inner, project, directory, branch);
    const done = { default_branch: branch, repository_state: 'ready', is_empty: !request.withReadme } as const;
    await updateProjectRow(inner.db, project.id, done);
    failpoint('project.before_ready');
    return { ...project, ...done };
  });
}

/** Waits in the database from the moment the row exists, so that a crash never leaves a project without a repository. */
export const prepareRepositoryJob = defineJob<PrepareRepository>({
  name: 'prepare-repository',
  run: async (ctx, payload) => {
    await prepareRepository(ctx, payload);
  },
});

export const lifecyclePrepareRepository: Extensions = [registerJob(prepareRepositoryJob)];
