import { z } from 'zod';
import { intInput, timeInput } from '@tributary/contract/core/inputs.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { defineRoute } from '../../../endpoints/http/define-route.ts';
import { defineScopedRoute, type ScopedRoute } from '../../../endpoints/pages/define-page.ts';
import { guard } from '../../../platform/operation.ts';
import { canReadCode, onMergeRequestPage, toRestCommit } from '../../../merge-requests/index.ts';
import { offeredCommits } from '../reads/context-commits.ts';

const offered = defineRoute({
  method: 'GET',
  path: '/merge_requests/:iid/context_commits.json',
  ability: 'read_merge_request',
  summary: 'List commits that can be added as context commits',
  tag: 'Merge requests',
  subject: onMergeRequestPage,
  input: z.strictObject({
    search: z.string().max(200).optional(),
    author: z.string().max(200).optional(),
    since: timeInput.optional(),
    until: timeInput.optional(),
    offset: intInput.refine((value) => value >= 0 && value <= 10_000).default(0),
  }),
  handle: async ({ ctx, input, subject }) => {
    guard(canReadCode(ctx.actor, subject));
    const path = subject.access.project.full_path;
    const commits = await offeredCommits(ctx, subject.row, input);
    return commits.map((commit) => ({
      ...toRestCommit(commit, path, ctx.config.url),
      commit_path: repositoryPaths.commit(path, commit.sha),
      is_context_commit: commit.isNamed,
    }));
  },
});

export const contextCommitPageRoutes: readonly ScopedRoute[] = [defineScopedRoute('project', offered)];
