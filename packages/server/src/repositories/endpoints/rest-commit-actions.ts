import { z } from 'zod';
import { pickInput, revertInput } from '@tributary/contract/projects/repository-inputs.ts';
import { restCommit } from '@tributary/contract/projects/repository-rest.ts';
import { defineRoute, type Route } from '../../endpoints/http/define-route.ts';
import type { Context } from '../../platform/context.ts';
import { inRepository, type ProjectAccess } from '../../projects/index.ts';
import { pickCommit } from '../operations/pick-commit.ts';
import { getCommit } from '../reads/commit-reads.ts';
import { homeOf, restCommitOf } from './rest-answers.ts';

const tag = 'Commits';
const shaParams = z.object({ sha: z.string() });

const cherryPick = defineRoute({
  method: 'POST',
  path: '/projects/:id/repository/commits/:sha/cherry_pick',
  ability: 'push_code',
  summary: 'Cherry-pick a commit',
  tag,
  params: shaParams,
  input: pickInput,
  response: restCommit.or(z.object({ dry_run: z.literal('success') })),
  subject: inRepository,
  handle: ({ ctx, subject, params, input }) =>
    pick(ctx, subject, {
      how: 'cherry-pick',
      commit: params.sha,
      ...input,
      dryRun: input.dry_run,
      sourceProjectId: input.source_project_id,
    }),
});

const revert = defineRoute({
  method: 'POST',
  path: '/projects/:id/repository/commits/:sha/revert',
  ability: 'push_code',
  summary: 'Revert a commit',
  tag,
  params: shaParams,
  input: revertInput,
  response: restCommit.or(z.object({ dry_run: z.literal('success') })),
  subject: inRepository,
  handle: ({ ctx, subject, params, input }) =>
    pick(ctx, subject, { how: 'revert', commit: params.sha, ...input, dryRun: input.dry_run }),
});

type Wanted = {
  how: 'cherry-pick' | 'revert';
  commit: string;
  branch: string;
  dryRun: boolean;
  message?: string | undefined;
  sourceProjectId?: number | undefined;
};

async function pick(ctx: Context, access: ProjectAccess, wanted: Wanted) {
  const { how, commit, branch, dryRun, message, sourceProjectId } = wanted;
  const projectId = access.project.id;
  const sha = await pickCommit(ctx, { projectId, how, commit, branch, dryRun, message, sourceProjectId });
  if (sha === null) return { dry_run: 'success' };
  return restCommitOf(homeOf(ctx, access), await getCommit(ctx, access, sha));
}

export const commitActionRoutes: readonly Route[] = [cherryPick, revert];
