import { z } from 'zod';
import {
  createBranchInput,
  createTagInput,
  listBranchesInput,
  listTagsInput,
} from '@tributary/contract/projects/repository-inputs.ts';
import { restBranch, restTag, restTagSignature } from '@tributary/contract/projects/repository-rest.ts';
import { defineRoute, type Route } from '../../endpoints/http/define-route.ts';
import { inRepository } from '../../projects/index.ts';
import { createBranch, deleteBranch, deleteMergedBranches } from '../operations/branches.ts';
import { createTag, deleteTag } from '../operations/tags.ts';
import { momentOf } from '../reads/commit-moments.ts';
import { getBranchFacts, getTagFacts, getTagSignature, listBranchFacts, listTagFacts } from '../reads/ref-lists.ts';
import { toRestCommitSignature } from '../render/commit-signature.ts';
import { toRestBranch, toRestTag } from '../render/to-rest.ts';
import { tagReleases } from '../commit-registry.ts';
import { answerList, homeOf, restCommitOf } from './rest-answers.ts';

const tag = 'Branches and tags';
const branchParams = z.object({ branch: z.string() });
const tagParams = z.object({ tag_name: z.string() });

function committedAt(commit: { committer: { epochSeconds: number } } | undefined | null): Date | undefined {
  return commit ? momentOf(commit.committer) : undefined;
}

const list = defineRoute({
  method: 'GET',
  path: '/projects/:id/repository/branches',
  ability: 'read_code',
  summary: 'List branches',
  tag,
  input: listBranchesInput,
  response: z.array(restBranch),
  subject: inRepository,
  handle: async ({ ctx, subject, input, reply }) => {
    const { page, per_page: perPage, search, regex, sort } = input;
    const isWalked = input.pagination === 'keyset' || input.page_token !== undefined;
    const after = input.page_token === undefined ? {} : { after: input.page_token };
    const found = await listBranchFacts(ctx, subject, { page, perPage, search, regex, sort, ...after });
    const home = homeOf(ctx, subject);
    return answerList(reply, found, {
      isWalked,
      address: `${ctx.config.url}/api/v4/projects/${subject.project.id}/repository/branches`,
      query: {
        pagination: 'keyset',
        per_page: String(perPage),
        sort,
        ...(search && { search }),
        ...(regex && { regex }),
      },
      render: (branch) => toRestBranch(home, branch, restCommitOf(home, branch.commit)),
    });
  },
});

const show = defineRoute({
  method: 'GET',
  path: '/projects/:id/repository/branches/:branch',
  ability: 'read_code',
  summary: 'Get a branch',
  tag,
  params: branchParams,
  response: restBranch,
  subject: inRepository,
  handle: async ({ ctx, subject, params }) => {
    const home = homeOf(ctx, subject);
    const branch = await getBranchFacts(ctx, subject, params.branch);
    return toRestBranch(home, branch, restCommitOf(home, branch.commit));
  },
});

const create = defineRoute({
  method: 'POST',
  path: '/projects/:id/repository/branches',
  ability: 'push_code',
  summary: 'Create a branch',
  tag,
  input: createBranchInput,
  response: restBranch,
  subject: inRepository,
  handle: async ({ ctx, subject, input }) => {
    await createBranch(ctx, { projectId: subject.project.id, name: input.branch, ref: input.ref });
    const home = homeOf(ctx, subject);
    const branch = await getBranchFacts(ctx, subject, input.branch);
    return toRestBranch(home, branch, restCommitOf(home, branch.commit));
  },
});

const remove = defineRoute({
  method: 'DELETE',
  path: '/projects/:id/repository/branches/:branch',
  ability: 'push_code',
  summary: 'Delete a branch',
  tag,
  params: branchParams,
  subject: inRepository,
  changedAt: async ({ ctx, subject, params }) =>
    committedAt((await getBranchFacts(ctx, subject, params.branch)).commit),
  handle: ({ ctx, subject, params }) => deleteBranch(ctx, { projectId: subject.project.id, name: params.branch }),
});

const removeMerged = defineRoute({
  method: 'DELETE',
  path: '/projects/:id/repository/merged_branches',
  ability: 'push_code',
  summary: 'Delete all merged branches',
  tag,
  response: z.object({ message: z.literal('202 Accepted') }),
  status: 202,
  subject: inRepository,
  handle: async ({ ctx, subject }) => {
    await deleteMergedBranches(ctx, { projectId: subject.project.id });
    return { message: '202 Accepted' };
  },
});

const listTags = defineRoute({
  method: 'GET',
  path: '/projects/:id/repository/tags',
  ability: 'read_code',
  summary: 'List tags',
  tag,
  input: listTagsInput,
  response: z.array(restTag),
  subject: inRepository,
  handle: async ({ ctx, subject, input, reply }) => {
    const { page, per_page: perPage, search } = input;
    const sort = `${input.order_by}_${input.sort}` as const;
    const isWalked = input.pagination === 'keyset' || input.page_token !== undefined;
    const after = input.page_token === undefined ? {} : { after: input.page_token };
    const found = await listTagFacts(ctx, subject, { page, perPage, search, sort, ...after });
    const home = homeOf(ctx, subject);
    const names = found.page.items.map(({ name }) => name);
    const releases = await tagReleases().find(ctx, subject, names);
    return answerList(reply, found, {
      isWalked,
      address: `${ctx.config.url}/api/v4/projects/${subject.project.id}/repository/tags`,
      query: {
        pagination: 'keyset',
        per_page: String(perPage),
        order_by: input.order_by,
        sort: input.sort,
        ...(search && { search }),
      },
      render: (each) => toRestTag(each, each.commit && restCommitOf(home, each.commit), releases.get(each.name)),
    });
  },
});

const showTag = defineRoute({
  method: 'GET',
  path: '/projects/:id/repository/tags/:tag_name',
  ability: 'read_code',
  summary: 'Get a tag',
  tag,
  params: tagParams,
  response: restTag,
  subject: inRepository,
  handle: async ({ ctx, subject, params }) => {
    const found = await getTagFacts(ctx, subject, params.tag_name);
    const releases = await tagReleases().find(ctx, subject, [found.name]);
    const commit = found.commit && restCommitOf(homeOf(ctx, subject), found.commit);
    return toRestTag(found, commit, releases.get(found.name));
  },
});

const showTagSignature = defineRoute({
  method: 'GET',
  path: '/projects/:id/repository/tags/:tag_name/signature',
  ability: 'read_code',
  summary: 'Get the signature of a tag. It is not verified',
  tag,
  params: tagParams,
  response: restTagSignature,
  subject: inRepository,
  handle: async ({ ctx, subject, params }) => {
    const { commit_source: _source, ...rest } = toRestCommitSignature(
      await getTagSignature(ctx, subject, params.tag_name),
    );
    return rest;
  },
});

const createTagRoute = defineRoute({
  method: 'POST',
  path: '/projects/:id/repository/tags',
  ability: 'push_code',
  summary: 'Create a tag',
  tag,
  input: createTagInput,
  response: restTag,
  subject: inRepository,
  handle: async ({ ctx, subject, input }) => {
    const { tag_name: name, ref, message } = input;
    await createTag(ctx, { projectId: subject.project.id, name, ref, message: message ?? undefined });
    const found = await getTagFacts(ctx, subject, name);
    const releases = await tagReleases().find(ctx, subject, [found.name]);
    const commit = found.commit && restCommitOf(homeOf(ctx, subject), found.commit);
    return toRestTag(found, commit, releases.get(found.name));
  },
});

const removeTag = defineRoute({
  method: 'DELETE',
  path: '/projects/:id/repository/tags/:tag_name',
  ability: 'push_code',
  summary: 'Delete a tag',
  tag,
  params: tagParams,
  subject: inRepository,
  changedAt: async ({ ctx, subject, params }) => committedAt((await getTagFacts(ctx, subject, params.tag_name)).commit),
  handle: ({ ctx, subject, params }) => deleteTag(ctx, { projectId: subject.project.id, name: params.tag_name }),
});

export const branchRoutes: readonly Route[] = [list, show, create, remove, removeMerged];
export const tagRoutes: readonly Route[] = [listTags, showTag, showTagSignature, createTagRoute, removeTag];
