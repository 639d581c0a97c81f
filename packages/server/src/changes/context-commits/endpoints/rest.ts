import { z } from 'zod';
import { contextCommitsInput } from '@tributary/contract/merge-requests/inputs.ts';
import { restCommit } from '@tributary/contract/merge-requests/rest.ts';
import { defineRoute, type Route } from '../../../endpoints/http/define-route.ts';
import { inMergeRequest, toRestCommit } from '../../../merge-requests/index.ts';
import { addContextCommits, removeContextCommits } from '../operations/change-context-commits.ts';
import { contextCommits } from '../reads/context-commits.ts';

const path = '/projects/:id/merge_requests/:merge_request_iid/context_commits';
const tag = 'Merge requests';

const list = defineRoute({
  method: 'GET',
  path,
  ability: 'read_merge_request',
  summary: 'List the context commits of a merge request',
  tag,
  subject: inMergeRequest,
  response: z.array(restCommit),
  handle: async ({ ctx, subject: { row, access } }) => {
    const commits = await contextCommits(ctx, row);
    return commits.map((commit) => toRestCommit(commit, access.project.full_path, ctx.config.url));
  },
});

const add = defineRoute({
  method: 'POST',
  path,
  ability: 'update_merge_request',
  summary: 'Add context commits to a merge request',
  tag,
  subject: inMergeRequest,
  input: contextCommitsInput,
  status: 201,
  response: z.array(restCommit),
  handle: async ({ ctx, input, subject: { row, access } }) => {
    const added = await addContextCommits(ctx, { mergeRequestId: row.id, shas: input.commits });
    const shas = new Set(added.map(({ sha }) => sha));
    const commits = (await contextCommits(ctx, row)).filter(({ sha }) => shas.has(sha));
    return commits.map((commit) => toRestCommit(commit, access.project.full_path, ctx.config.url));
  },
});

const remove = defineRoute({
  method: 'DELETE',
  path,
  ability: 'update_merge_request',
  summary: 'Remove context commits from a merge request',
  tag,
  subject: inMergeRequest,
  input: contextCommitsInput,
  status: 204,
  handle: async ({ ctx, input, subject: { row } }) => {
    await removeContextCommits(ctx, { mergeRequestId: row.id, shas: input.commits });
  },
});

export const contextCommitRoutes: readonly Route[] = [list, add, remove];
