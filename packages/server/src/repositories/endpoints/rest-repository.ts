import { z } from 'zod';
import {
  compareInput,
  contributorsInput,
  divergingInput,
  mergeBaseInput,
} from '@tributary/contract/projects/repository-inputs.ts';
import {
  restCommit,
  restCompare,
  restContributor,
  restDivergence,
} from '@tributary/contract/projects/repository-rest.ts';
import { defineRoute, type Route } from '../../endpoints/http/define-route.ts';
import { paged } from '../../endpoints/rest/pagination.ts';
import { inRepository } from '../../projects/index.ts';
import { commonAncestor, distanceBetween, listContributors } from '../reads/commit-reads.ts';
import { compareRefs } from '../reads/compare-page.ts';
import { homeOf, restCommitOf } from './rest-answers.ts';

const tag = 'Repository';

const compare = defineRoute({
  method: 'GET',
  path: '/projects/:id/repository/compare',
  ability: 'read_code',
  summary: 'Compare branches, tags or commits',
  tag,
  input: compareInput,
  response: restCompare,
  subject: inRepository,
  rateLimitPerMinute: 120,
  handle: async ({ ctx, subject, input }) => {
    const { from, to, straight, unidiff, from_project_id: fromProjectId } = input;
    const found = await compareRefs(ctx, subject, { from, to, straight, unidiff, fromProjectId });
    const home = homeOf(ctx, subject);
    const commits = found.commits.map((commit) => restCommitOf(home, commit));
    return {
      commit: commits.at(-1) ?? null,
      commits,
      diffs: found.diffs,
      compare_timeout: false,
      compare_same_ref: found.isSameRef,
      web_url: `${ctx.config.url}${found.webPath}`,
    };
  },
});

const contributors = defineRoute({
  method: 'GET',
  path: '/projects/:id/repository/contributors',
  ability: 'read_code',
  summary: 'List contributors with their number of commits',
  tag,
  input: contributorsInput,
  response: z.array(restContributor),
  subject: inRepository,
  rateLimitPerMinute: 60,
  handle: async ({ ctx, subject, input }) => {
    const { ref, order_by: orderBy, sort, page, per_page: perPage } = input;
    const found = await listContributors(ctx, subject, { ref, orderBy, descending: sort === 'desc', page, perPage });
    return paged(found, (each) => ({ ...each, additions: 0, deletions: 0 }));
  },
});

const mergeBase = defineRoute({
  method: 'GET',
  path: '/projects/:id/repository/merge_base',
  ability: 'read_code',
  summary: 'Get the merge base of refs',
  tag,
  input: mergeBaseInput,
  response: restCommit,
  subject: inRepository,
  handle: async ({ ctx, subject, input }) =>
    restCommitOf(homeOf(ctx, subject), await commonAncestor(ctx, subject, input.refs)),
});

const diverging = defineRoute({
  method: 'GET',
  path: '/projects/:id/repository/diverging_commits',
  ability: 'read_code',
  summary: 'Get how far two refs have diverged',
  tag,
  input: divergingInput,
  response: restDivergence,
  subject: inRepository,
  handle: ({ ctx, subject, input }) => distanceBetween(ctx, subject, input.from, input.to, input.max_count),
});

export const repositoryRoutes: readonly Route[] = [compare, contributors, mergeBase, diverging];
