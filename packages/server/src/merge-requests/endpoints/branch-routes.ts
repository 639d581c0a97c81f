import { z } from 'zod';
import { idInput } from '@tributary/contract/core/inputs.ts';
import { restCommit } from '@tributary/contract/merge-requests/rest.ts';
import { defineRoute, type Route } from '../../endpoints/http/define-route.ts';
import { defineScopedRoute, type ScopedRoute } from '../../endpoints/pages/define-page.ts';
import { authorize } from '../../platform/policy/policy.ts';
import { featureOf, getProjectAccess, inRepository } from '../../projects/index.ts';
import { lastCommitOf } from '../reads/last-commit-of.ts';
import { toRestCommit } from '../render/to-rest.ts';

/** A branch of the form for a new request, with the commit that it ends with. */
function branchRoute(end: 'from' | 'to'): Route {
  return defineRoute({
    method: 'GET',
    path: `/merge_requests/new/branch_${end}`,
    ability: 'read_code',
    summary: end === 'from' ? 'Get the last commit of a source branch' : 'Get the last commit of a target branch',
    tag: 'Merge requests',
    subject: inRepository,
    input: z.strictObject({ ref: z.string().min(1).max(1_024), target_project_id: idInput.optional() }),
    response: z.strictObject({ ref: z.string(), commit: restCommit.nullable() }),
    handle: async ({ ctx, input, subject }) => {
      const isOther = end === 'to' && input.target_project_id !== undefined;
      const access = isOther ? await getProjectAccess(ctx, input.target_project_id ?? 0) : subject;
      authorize(ctx.actor, 'read_code', featureOf(access, 'repository'));
      const commit = await lastCommitOf(ctx, access, input.ref);
      return { ref: input.ref, commit: commit && toRestCommit(commit, access.project.full_path, ctx.config.url) };
    },
  });
}

export const branchRoutes: readonly ScopedRoute[] = [branchRoute('from'), branchRoute('to')].map((route) =>
  defineScopedRoute('project', route),
);
