import { z } from 'zod';
import {
  commitDiffInput,
  commitInput,
  commitMergeRequestsInput,
  commitRefsInput,
  commitSequenceInput,
  createCommitInput,
  listCommitsInput,
  updateSubmoduleInput,
} from '@tributary/contract/projects/repository-inputs.ts';
import {
  restBasicRef,
  restCommitDetail,
  restCommitListed,
  restCommitSignature,
  restDiff,
} from '@tributary/contract/projects/repository-rest.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { pageOf, slicePage } from '@tributary/contract/core/paging.ts';
import { defineRoute, type Route } from '../../endpoints/http/define-route.ts';
import { PagedAnswer, paged } from '../../endpoints/rest/pagination.ts';
import type { Context } from '../../platform/context.ts';
import { inRepository, type ProjectAccess, repositoryOf } from '../../projects/index.ts';
import { commitMergeRequests } from '../commit-registry.ts';
import { MAX_COMMIT_BODY_BYTES } from '../rules/commit-limits.ts';
import { toFileAction } from '../operations/change-file.ts';
import { createCommit } from '../operations/create-commit.ts';
import { findCommits, getCommit, refsOfCommit, sequenceOf } from '../reads/commit-reads.ts';
import { commitDiffPage, statsOfCommit } from '../reads/commit-stats.ts';
import { toRestCommitDetail } from '../render/to-rest.ts';
import { verifyCommits } from '../reads/commit-verification.ts';
import { toRestCommitSignature } from '../render/commit-signature.ts';
import { commitPipelines } from '../commit-registry.ts';
import { homeOf, restCommitOf } from './rest-answers.ts';

const tag = 'Commits';
const shaParams = z.object({ sha: z.string() });

const list = defineRoute({
  method: 'GET',
  path: '/projects/:id/repository/commits',
  ability: 'read_code',
  summary: 'List the commits of a ref or path',
  tag,
  input: listCommitsInput,
  response: z.array(restCommitListed),
  subject: inRepository,
  handle: async ({ ctx, subject, input }) => {
    const { page, per_page: perPage, ref_name: ref, since, until, path, follow, author, all } = input;
    const order = input.order === 'topo' ? 'topo' : 'date';
    const query = { page, perPage, ref, since, until, path, follow, author, all, order } as const;
    const found = await findCommits(ctx, subject, { ...query, firstParent: input.first_parent });
    const home = homeOf(ctx, subject);
    const items = await Promise.all(
      found.items.map(async (commit) => ({
        ...restCommitOf(home, commit),
        ...(input.with_stats && { stats: await statsOfCommit(ctx, subject, commit) }),
      })),
    );
    return new PagedAnswer({ ...found, items });
  },
});

async function detail(ctx: Context, access: ProjectAccess, name: string, withStats: boolean) {
  const commit = await getCommit(ctx, access, name);
  const [stats, lastPipeline] = await Promise.all([
    withStats ? statsOfCommit(ctx, access, commit) : undefined,
    commitPipelines().last(ctx, access, commit.sha),
  ]);
  return toRestCommitDetail(restCommitOf(homeOf(ctx, access), commit), {
    projectId: access.project.id,
    stats,
    lastPipeline,
  });
}

const create = defineRoute({
  method: 'POST',
  path: '/projects/:id/repository/commits',
  // Which branch it is decides: someone's fork may let others push to one.
  ability: 'read_code',
  summary: 'Create a commit with multiple files and actions',
  tag,
  input: createCommitInput,
  response: restCommitDetail,
  subject: inRepository,
  bodyLimitBytes: MAX_COMMIT_BODY_BYTES,
  handle: async ({ ctx, subject, input }) => {
    const made = await createCommit(ctx, {
      projectId: subject.project.id,
      branch: input.branch,
      message: input.commit_message,
      actions: input.actions.map(toFileAction),
      startBranch: input.start_branch,
      startSha: input.start_sha,
      startProject: input.start_project,
      author: { name: input.author_name, email: input.author_email },
      force: input.force,
      allowEmpty: input.allow_empty,
    });
    return detail(ctx, subject, made.sha, input.stats);
  },
});

const updateSubmodule = defineRoute({
  method: 'PUT',
  path: '/projects/:id/repository/submodules/:submodule',
  // Which branch it is decides: someone's fork may let others push to one.
  ability: 'read_code',
  summary: 'Update a submodule reference',
  tag,
  params: z.object({ submodule: z.string() }),
  input: updateSubmoduleInput,
  response: restCommitDetail,
  subject: inRepository,
  handle: async ({ ctx, subject, params: { submodule: path }, input }) => {
    const submoduleSha = input.commit_sha.toLowerCase();
    const made = await createCommit(ctx, {
      projectId: subject.project.id,
      branch: input.branch,
      message: input.commit_message ?? `Update submodule ${path} with oid ${submoduleSha}`,
      actions: [{ action: 'submodule', path, submoduleSha }],
    });
    return detail(ctx, subject, made.sha, true);
  },
});

const show = defineRoute({
  method: 'GET',
  path: '/projects/:id/repository/commits/:sha',
  ability: 'read_code',
  summary: 'Get a commit',
  tag,
  params: shaParams,
  input: commitInput,
  response: restCommitDetail,
  subject: inRepository,
  handle: ({ ctx, subject, params, input }) => detail(ctx, subject, params.sha, input.stats),
});

const diff = defineRoute({
  method: 'GET',
  path: '/projects/:id/repository/commits/:sha/diff',
  ability: 'read_code',
  summary: 'Get the diff of a commit',
  tag,
  params: shaParams,
  input: commitDiffInput,
  response: z.array(restDiff),
  subject: inRepository,
  handle: async ({ ctx, subject, params, input }) => {
    const { page, per_page: perPage, unidiff } = input;
    return new PagedAnswer(await commitDiffPage(ctx, subject, params.sha, { page, perPage, unidiff }));
  },
});

const refs = defineRoute({
  method: 'GET',
  path: '/projects/:id/repository/commits/:sha/refs',
  ability: 'read_code',
  summary: 'List the branches and tags that contain a commit',
  tag,
  params: shaParams,
  input: commitRefsInput,
  response: z.array(restBasicRef),
  subject: inRepository,
  handle: async ({ ctx, subject, params, input }) => {
    const { sha } = await getCommit(ctx, subject, params.sha);
    const all = await refsOfCommit(ctx, subject, sha, input.type);
    return paged(slicePage(all, { page: input.page, perPage: input.per_page }), (each) => each);
  },
});

const sequence = defineRoute({
  method: 'GET',
  path: '/projects/:id/repository/commits/:sha/sequence',
  ability: 'read_code',
  summary: 'Get the sequence number of a commit',
  tag,
  params: shaParams,
  input: commitSequenceInput,
  response: z.object({ count: z.number() }),
  subject: inRepository,
  handle: async ({ ctx, subject, params, input }) => ({
    count: await sequenceOf(ctx, subject, params.sha, input.first_parent),
  }),
});

const mergeRequests = defineRoute({
  method: 'GET',
  path: '/projects/:id/repository/commits/:sha/merge_requests',
  ability: 'read_code',
  summary: 'List the merge requests that contain a commit',
  tag,
  params: shaParams,
  input: commitMergeRequestsInput,
  subject: inRepository,
  handle: async ({ ctx, subject, params, input }) => {
    const { sha } = await getCommit(ctx, subject, params.sha);
    const request = { page: input.page, perPage: input.per_page };
    const find = commitMergeRequests();
    const page = await find?.(ctx, subject, { sha, state: input.state, ...request });
    return new PagedAnswer(page ?? pageOf([], request, 0));
  },
});

const signature = defineRoute({
  method: 'GET',
  path: '/projects/:id/repository/commits/:sha/signature',
  ability: 'read_code',
  summary: 'Get the signature of a commit',
  tag,
  params: shaParams,
  response: restCommitSignature,
  subject: inRepository,
  handle: async ({ ctx, subject, params }) => {
    const commit = await getCommit(ctx, subject, params.sha);
    if (commit.signature === null) throw new AppError('not_found', { resource: 'Signature' });
    const verified = await verifyCommits(ctx, repositoryOf(ctx, subject), [commit]);
    return toRestCommitSignature(commit.signature, verified.get(commit.sha));
  },
});

export const commitRoutes: readonly Route[] = [
  list,
  create,
  updateSubmodule,
  show,
  diff,
  refs,
  sequence,
  mergeRequests,
  signature,
];
