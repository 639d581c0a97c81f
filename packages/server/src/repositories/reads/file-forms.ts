import type {
  CommitForm,
  FileEditPageData,
  FileNewPageData,
  IdePageData,
} from '@tributary/contract/projects/repository-page.ts';
import { encodePath, repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { errorText } from '@tributary/contract/errors/catalogue.ts';
import {
  blobInfo,
  branchRef,
  displayPath,
  encodingAt,
  findEntry,
  getDefaultBranch,
  isEmptyRepository,
  listRefNames,
  parseLfsPointer,
  readBlob,
  type TreeEntry,
  validateBranchName,
} from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { languageOf } from '../../platform/highlight/index.ts';
import { type ProjectAccess, repositoryOf } from '../../projects/index.ts';
import { canPushToBranch } from '../protection/branch-rights.ts';
import { MAX_COMMIT_BYTES } from '../rules/commit-limits.ts';
import { decodeText } from '../views/decode-text.ts';
import { repositoryLocation } from '../views/location-view.ts';
import { getRefAndPath, type RefAndPath } from '../visible-objects.ts';
import { findLastCommit } from './last-commit.ts';

/** A larger file is not edited in the browser. */
const MAX_EDITED_BYTES = 1024 * 1024;

export async function commitForm(ctx: Context, access: ProjectAccess, branch: string): Promise<CommitForm> {
  const project = access.project.full_path;
  const refusal = await canPushToBranch(ctx, access, branch, 'push');
  const template = new URLSearchParams({ 'merge_request[target_branch]': branch }).toString();
  return {
    projectId: access.project.id,
    branch,
    canCommit: refusal === null,
    refusal: refusal === null ? null : errorText(refusal.code, refusal.params),
    suggestedBranch: await freeBranchName(ctx, access),
    commitsPath: `/api/v4/projects/${access.project.id}/repository/commits`,
    uploadPath: `/${encodePath(project)}/-/upload_file`,
    newMergeRequestTemplate: `/${encodePath(project)}/-/merge_requests/new?merge_request%5Bsource_branch%5D={branch}&${template}`,
    maxBytes: MAX_COMMIT_BYTES,
  };
}

/** `<name>-patch-<n>` with the first free number. */
async function freeBranchName(ctx: Context, access: ProjectAccess): Promise<string> {
  const name = ctx.actor.kind === 'user' ? ctx.actor.username : 'update';
  const prefix = `${validateBranchName(`${name}-patch-1`) === null ? name : 'update'}-patch-`;
  const taken = new Set((await listRefNames(repositoryOf(ctx, access), 'refs/heads/')).map(({ ref }) => ref));
  let number = 1;
  while (taken.has(branchRef(`${prefix}${number}`))) number += 1;
  return `${prefix}${number}`;
}

async function branchPlace(ctx: Context, access: ProjectAccess, refAndPath: string): Promise<RefAndPath> {
  const at = await getRefAndPath(ctx, access, refAndPath);
  if (at.rev.kind !== 'branch') throw new AppError('commit_branch_missing', { name: at.rev.name });
  return at;
}

export async function loadFileEdit(ctx: Context, access: ProjectAccess, refAndPath: string): Promise<FileEditPageData> {
  const repo = repositoryOf(ctx, access);
  const at = await branchPlace(ctx, access, refAndPath);
  const entry = await findEntry(repo, at.rev.commitSha, at.path);
  if (!entry || entry.type === 'tree') throw new AppError('not_found', { resource: 'File' });
  const editable = await textOf(repo, at, entry);
  return {
    place: await repositoryLocation(ctx, access, at.rev, at.path),
    file: { name: displayPath(entry.name), path: at.path, isExecutable: entry.mode === '100755' },
    ...editable,
    language: languageOf(at.path) ?? null,
    lastCommitId: (await findLastCommit(repo, at.rev.commitSha, at.path))?.sha ?? null,
    form: await commitForm(ctx, access, at.rev.name),
    cancelHref: repositoryPaths.blob(access.project.full_path, at.rev.name, at.path),
  };
}

export type EditedBranchFile = Pick<FileEditPageData, 'content' | 'notice' | 'lastCommitId' | 'form'> & {
  /** The commit of the branch; null in an empty repository. */
  sha: string | null;
};

/** A file of a branch for an editor of this file alone: `content` and `notice` are null where there is none yet. */
export async function editedBranchFile(
  ctx: Context,
  access: ProjectAccess,
  { branch, path }: { branch: string | null; path: string },
): Promise<EditedBranchFile> {
  const repo = repositoryOf(ctx, access);
  const missing = { content: null, notice: null, lastCommitId: null };
  if (await isEmptyRepository(repo)) {
    return { ...missing, form: await commitForm(ctx, access, await getDefaultBranch(repo)), sha: null };
  }
  const name = branch ?? (await getDefaultBranch(repo));
  const at = await branchPlace(ctx, access, `${name}/${path}`);
  const form = await commitForm(ctx, access, at.rev.name);
  const entry = await findEntry(repo, at.rev.commitSha, at.path);
  const sha = at.rev.commitSha;
  if (!entry || entry.type === 'tree') return { ...missing, form, sha };
  const lastCommitId = (await findLastCommit(repo, sha, at.path))?.sha ?? null;
  return { ...(await textOf(repo, at, entry)), lastCommitId, form, sha };
}

async function textOf(
  repo: string,
  at: RefAndPath,
  entry: TreeEntry,
): Promise<Pick<FileEditPageData, 'content' | 'notice'>> {
  if (entry.type === 'commit') return { content: null, notice: 'submodule' };
  if (entry.mode === '120000') return { content: null, notice: 'symlink' };
  const size = (await blobInfo(repo, entry.oid))?.size ?? 0;
  if (size > MAX_EDITED_BYTES) return { content: null, notice: 'too_large' };
  const bytes = await readBlob(repo, entry.oid, { maxBytes: MAX_EDITED_BYTES });
  if (parseLfsPointer(bytes)) return { content: null, notice: 'lfs' };
  const decoded = decodeText(bytes, await encodingAt(repo, at.rev.commitSha, entry.path, bytes));
  // Text that would be written back in another encoding is not offered: saving must change what was edited alone.
  if (decoded?.encoding !== 'utf-8') return { content: null, notice: 'binary' };
  return { content: decoded.hasBom ? `\uFEFF${decoded.text}` : decoded.text, notice: null };
}

/** The form for a new file; also the way into an empty repository, whose branch does not exist yet. */
export async function loadFileNew(
  ctx: Context,
  access: ProjectAccess,
  { refAndPath, fileName }: { refAndPath: string; fileName: string },
): Promise<FileNewPageData> {
  const repo = repositoryOf(ctx, access);
  const project = access.project.full_path;
  const base = { projectId: access.project.id, projectPath: project, fileName };
  if (await isEmptyRepository(repo)) {
    const branch = await getDefaultBranch(repo);
    const form = await commitForm(ctx, access, branch);
    return { ...base, place: null, directory: '', form, cancelHref: repositoryPaths.project(project) };
  }
  const at = await branchPlace(ctx, access, refAndPath);
  return {
    ...base,
    place: await repositoryLocation(ctx, access, at.rev, at.path),
    directory: at.path,
    form: await commitForm(ctx, access, at.rev.name),
    cancelHref: repositoryPaths.tree(project, at.rev.name, at.path),
  };
}

/** Many files of a branch together; the address may name one to begin with. */
export async function loadIde(ctx: Context, access: ProjectAccess, refAndPath: string): Promise<IdePageData> {
  const at = await branchPlace(ctx, access, refAndPath);
  const entry = at.path === '' ? undefined : await findEntry(repositoryOf(ctx, access), at.rev.commitSha, at.path);
  if (at.path !== '' && !entry) throw new AppError('not_found', { resource: 'File' });
  const form = await commitForm(ctx, access, at.rev.name);
  return {
    place: await repositoryLocation(ctx, access, at.rev, at.path),
    path: entry && entry.type !== 'tree' ? at.path : '',
    filesPath: repositoryPaths.files(access.project.full_path, at.rev.name),
    headSha: at.rev.commitSha,
    form: { ...form, newMergeRequestTemplate: `${form.newMergeRequestTemplate}&nav_source=webide` },
  };
}
