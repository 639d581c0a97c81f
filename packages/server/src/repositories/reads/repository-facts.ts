import { blobInfo, type Commit, displayPath, encodingAt, findEntry, isEmptyRepository, readBlob } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { type ProjectAccess, repositoryOf } from '../../projects/index.ts';
import { decodeText } from '../views/decode-text.ts';
import { isTreePath } from '../rules/tree-path.ts';
import { getRevision } from '../visible-objects.ts';
import { findLastCommit } from './last-commit.ts';

/** Contents beyond this are named with their size, and not given. */
const MAX_TEXT_BYTES = 1024 * 1024;

/** While it is being made, and when that failed, there is none. */
export async function repositoryState(
  ctx: Context,
  access: ProjectAccess,
): Promise<{ exists: boolean; isEmpty: boolean }> {
  if (access.project.repository_state !== 'ready') return { exists: false, isEmpty: true };
  return { exists: true, isEmpty: await isEmptyRepository(repositoryOf(ctx, access)) };
}

/** The newest commit of a history that touched the path. */
export function lastCommitAt(
  ctx: Context,
  access: ProjectAccess,
  sha: string,
  path: string,
): Promise<Commit | undefined> {
  return findLastCommit(repositoryOf(ctx, access), sha, path);
}

export type FileAtRef = {
  oid: string;
  name: string;
  path: string;
  mode: string;
  ref: string;
  size: number;
  /** Bytes that reading the text takes; 0 for what is too long. */
  textBytes: number;
  /** Null for what is no text, and for what is too long. Read once, when it is asked for. */
  readText: () => Promise<string | null>;
  projectPath: string;
};

/** Files by their paths at a ref (the default branch without one); what is not there is left out. */
export async function readFilesAt(
  ctx: Context,
  access: ProjectAccess,
  paths: readonly string[],
  ref: string | undefined,
): Promise<FileAtRef[]> {
  const repo = repositoryOf(ctx, access);
  const name = ref ?? access.project.default_branch ?? 'HEAD';
  const { commitSha } = await getRevision(ctx, access, name);
  const files: FileAtRef[] = [];
  for (const path of new Set(paths)) {
    const entry = isTreePath(path) && path !== '' ? await findEntry(repo, commitSha, path) : undefined;
    if (entry?.type !== 'blob') continue;
    const size = (await blobInfo(repo, entry.oid))?.size ?? 0;
    const readText = async () => {
      if (size > MAX_TEXT_BYTES) return null;
      const content = await readBlob(repo, entry.oid, { maxBytes: MAX_TEXT_BYTES });
      if (!content) return null;
      return decodeText(content, await encodingAt(repo, commitSha, entry.path, content))?.text ?? null;
    };
    let text: Promise<string | null> | undefined;
    files.push({
      oid: entry.oid,
      name: displayPath(entry.name),
      path: entry.path,
      mode: entry.mode,
      ref: name,
      size,
      textBytes: size <= MAX_TEXT_BYTES ? size : 0,
      readText: () => (text ??= readText()),
      projectPath: access.project.full_path,
    });
  }
  return files;
}
