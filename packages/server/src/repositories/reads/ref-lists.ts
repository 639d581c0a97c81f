import { type Page, pageOf } from '@tributary/contract/core/paging.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import {
  type BranchRef,
  type Commit,
  findBranch,
  findTag,
  listBranches,
  listRefNames,
  listTags,
  type RefSort,
  type Signature,
  type TagRef,
} from '@tributary/git';
import { RE2JS, RE2JSException } from 're2js';
import type { Context } from '../../platform/context.ts';
import { type ProjectAccess, repositoryOf } from '../../projects/index.ts';
import { type BranchRights, loadBranchRights } from '../protection/branch-rights.ts';
import { loadTagRights, type TagRights } from '../protection/tags/tag-rights.ts';
import { mergedNames } from './branches-page.ts';

const HEADS = 'refs/heads/';

export type BranchFacts = {
  name: string;
  commit: Commit;
  isMerged: boolean;
  isProtected: boolean;
  developersCanPush: boolean;
  developersCanMerge: boolean;
  canPush: boolean;
  isDefault: boolean;
};

export type TagFacts = {
  name: string;
  target: string;
  message: string;
  commit: Commit | null;
  tagger: Signature | null;
  isProtected: boolean;
};

export type RefListRequest = {
  page: number;
  perPage: number;
  search?: string | undefined;
  regex?: string | undefined;
  sort: RefSort;
  /** Name of the last one of the page before; then pages are walked instead of counted. */
  after?: string | undefined;
};

export type RefList<T> = { page: Page<T>; nextToken: string | null };

function optionsOf(request: RefListRequest) {
  return {
    sort: request.sort,
    limit: request.perPage,
    ...(request.search !== undefined && request.search !== '' && { search: request.search }),
    ...(request.after === undefined ? { offset: (request.page - 1) * request.perPage } : { after: request.after }),
  };
}

export async function listBranchFacts(
  ctx: Context,
  access: ProjectAccess,
  request: RefListRequest,
): Promise<RefList<BranchFacts>> {
  const repo = repositoryOf(ctx, access);
  const names = request.regex === undefined ? undefined : await namesMatching(repo, request.regex);
  const found = await listBranches(repo, { ...optionsOf(request), ...(names && { names }) });
  return {
    page: pageOf(await branchFacts(ctx, access, found.refs), request, found.total),
    nextToken: found.nextCursor,
  };
}

/** Linear-time expressions only; what they may not hold is the client's to change. */
async function namesMatching(repo: string, regex: string): Promise<string[]> {
  let pattern: RE2JS;
  try {
    pattern = RE2JS.compile(regex);
  } catch (error) {
    if (error instanceof RE2JSException) throw new AppError('bad_parameter', { name: 'regex' }, { cause: error });
    throw error;
  }
  const prefix = 'refs/heads/';
  const refs = await listRefNames(repo, prefix);
  return refs.map(({ ref }) => ref.slice(prefix.length)).filter((name) => pattern.matcher(name).find());
}

/** Of all branches. */
export async function branchNames(ctx: Context, access: ProjectAccess): Promise<string[]> {
  if (access.project.repository_state !== 'ready') return [];
  return (await listRefNames(repositoryOf(ctx, access), HEADS)).map(({ ref }) => ref.slice(HEADS.length));
}

export async function getBranchFacts(ctx: Context, access: ProjectAccess, name: string): Promise<BranchFacts> {
  const found = await findBranch(repositoryOf(ctx, access), name);
  const [facts] = found ? await branchFacts(ctx, access, [found]) : [];
  if (!facts) throw new AppError('not_found', { resource: 'Branch' });
  return facts;
}

async function branchFacts(ctx: Context, access: ProjectAccess, refs: readonly BranchRef[]): Promise<BranchFacts[]> {
  const main = access.project.default_branch;
  const names = refs.map((ref) => ref.name);
  const [rights, merged] = await Promise.all([
    loadBranchRights(ctx, access),
    mergedNames(repositoryOf(ctx, access), main, names),
  ]);
  return refs.map((ref) => factsOf(ref, rights, merged, main));
}

function factsOf(ref: BranchRef, rights: BranchRights, merged: ReadonlySet<string>, main: string | null): BranchFacts {
  const developers = rights.developersMay(ref.name);
  return {
    name: ref.name,
    commit: ref.commit,
    isMerged: ref.name !== main && merged.has(ref.name),
    isProtected: rights.isProtected(ref.name),
    developersCanPush: rights.isProtected(ref.name) && developers.push,
    developersCanMerge: rights.isProtected(ref.name) && developers.merge,
    canPush: rights.refusal(ref.name, 'push') === null,
    isDefault: ref.name === main,
  };
}

export async function listTagFacts(
  ctx: Context,
  access: ProjectAccess,
  request: RefListRequest,
): Promise<RefList<TagFacts>> {
  const [found, rights] = await Promise.all([
    listTags(repositoryOf(ctx, access), optionsOf(request)),
    loadTagRights(ctx, access),
  ]);
  const facts = found.refs.map((tag) => tagFacts(tag, rights));
  return { page: pageOf(facts, request, found.total), nextToken: found.nextCursor };
}

export async function getTagFacts(ctx: Context, access: ProjectAccess, name: string): Promise<TagFacts> {
  const found = await findTag(repositoryOf(ctx, access), name);
  if (!found) throw new AppError('not_found', { resource: 'Tag' });
  return tagFacts(found, await loadTagRights(ctx, access));
}

/** The armoured signature of an annotated tag; not_found for one without. */
export async function getTagSignature(ctx: Context, access: ProjectAccess, name: string): Promise<string> {
  const found = await findTag(repositoryOf(ctx, access), name);
  if (!found) throw new AppError('not_found', { resource: 'Tag' });
  if (found.signature === null) throw new AppError('not_found', { resource: 'Signature' });
  return found.signature;
}

function tagFacts({ name, sha, message, commit, tagger }: TagRef, rights: TagRights): TagFacts {
  return { name, target: sha, message: message ?? '', commit, tagger, isProtected: rights.isProtected(name) };
}
