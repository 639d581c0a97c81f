import { EMPTY_TREE_OID, assertObjectId, isObjectId } from '../objects/object-id.ts';
import { objectAtPath } from '../objects/read-tree.ts';
import { sharedCatFiles } from '../process/cat-file-pool.ts';
import { GitError } from '../process/git-error.ts';
import type { Identity } from './identity.ts';
import { saveFiles } from './save-files.ts';
import { TreeOverlay } from './tree-overlay.ts';
import type { FileNode } from './tree-overlay.ts';
import { treePathProblem } from './tree-path.ts';
import { commitTree } from './write-commit.ts';

export interface FileAction {
  action: 'create' | 'update' | 'move' | 'delete' | 'chmod' | 'submodule';
  path: string;
  /** `move`: where the file is now. */
  previousPath?: string | undefined;
  /** `create`, `update`: the new content. `move`: the same if left out. */
  content?: Buffer | undefined;
  /** `submodule`: the commit of the other repository that an existing submodule points to from now on. */
  submoduleSha?: string | undefined;
  /** `create`, `update`, `move`, `chmod`. Left out: as it was. */
  executable?: boolean | undefined;
  /** `update`, `move`, `delete`: the file must still be as it was in this commit. */
  lastCommitId?: string | undefined;
}

export type FileActionProblem =
  | 'file_exists'
  | 'directory_exists'
  | 'file_missing'
  | 'parent_is_file'
  | 'not_a_file'
  | 'not_a_submodule'
  | 'stale_file'
  | 'path_not_allowed'
  | 'content_missing'
  | 'no_changes'
  | 'too_many_actions';

export interface CommitActionsInput {
  /** What the commit is made on; null for the first commit of a branch. */
  parentSha: string | null;
  actions: readonly FileAction[];
  author: Identity;
  committer: Identity;
  message: string;
  allowEmpty?: boolean;
  /** More parents after the first, for a resolved merge. */
  extraParents?: readonly string[];
}

const MAX_ACTIONS = 10_000;
const SENTENCES: Readonly<Record<FileActionProblem, string>> = {
  file_exists: 'A file with this name already exists',
  directory_exists: 'A directory with this name already exists',
  file_missing: "A file with this name doesn't exist",
  parent_is_file: 'A part of the path is a file',
  not_a_file: 'This is a submodule or directory, not a file',
  not_a_submodule: 'There is no submodule at this path',
  stale_file: 'You are attempting to update a file that has changed since you started editing it.',
  path_not_allowed: 'The path is not allowed',
  content_missing: 'The content is missing',
  no_changes: 'Nothing has changed',
  too_many_actions: `More than ${MAX_ACTIONS} actions`,
};

/**
 * One commit out of many file actions, applied in order. Stores objects, moves no ref. Throws `GitError` with
 * `details.code` (see `FileActionProblem`) and `details.path`; kind `conflict`, `not_found` or `invalid_path`.
 */
export async function commitActions(
  repo: string,
  input: CommitActionsInput,
): Promise<{ sha: string; treeOid: string; changedPaths: string[] }> {
  if (input.actions.length > MAX_ACTIONS) throw problem('too_many_actions', '');
  const parentTree = input.parentSha === null ? EMPTY_TREE_OID : await treeOfCommit(repo, input.parentSha);
  const overlay = new TreeOverlay(repo, parentTree);
  const changed = new Set<string>();
  for (const action of input.actions) await applyAction(repo, overlay, input.parentSha, action, changed);
  await saveFiles(repo, overlay.unsavedFiles());
  const treeOid = await overlay.write();
  if (treeOid === parentTree && input.allowEmpty !== true) throw problem('no_changes', '');
  const parents = [...(input.parentSha === null ? [] : [input.parentSha]), ...(input.extraParents ?? [])];
  const { message, author, committer } = input;
  const sha = await commitTree(repo, { treeOid, parents, message, author, committer });
  return { sha, treeOid, changedPaths: [...changed] };
}

async function applyAction(
  repo: string,
  overlay: TreeOverlay,
  parentSha: string | null,
  action: FileAction,
  changed: Set<string>,
): Promise<void> {
  assertPath(action.path);
  changed.add(action.path);
  if (action.action === 'create') {
    await assertFree(overlay, action.path);
    await overlay.put(action.path, newFile(action, '100644'));
    return;
  }
  if (action.action === 'submodule') {
    const found = await overlay.look(action.path);
    if (found === null || typeof found === 'string' || found.mode !== '160000') {
      throw problem('not_a_submodule', action.path);
    }
    await overlay.put(action.path, { ...found, oid: assertObjectId(action.submoduleSha ?? '') });
    return;
  }
  const from = action.action === 'move' ? (action.previousPath ?? '') : action.path;
  if (action.action === 'move') assertPath(from);
  const file = await existingFile(overlay, from);
  if (action.lastCommitId !== undefined) await assertFresh(repo, parentSha, action.lastCommitId, from);
  if (action.action === 'delete') {
    await overlay.remove(from);
    return;
  }
  if (file.mode === '160000') throw problem('not_a_file', from);
  const mode = modeWith(file.mode, action.executable);
  if (action.action === 'chmod') {
    await overlay.put(from, { ...file, mode });
  } else if (action.action === 'update') {
    await overlay.put(from, newFile(action, mode));
  } else {
    changed.add(from);
    await overlay.remove(from);
    await assertFree(overlay, action.path);
    await overlay.put(action.path, action.content === undefined ? { ...file, mode } : newFile(action, mode));
  }
}

function assertPath(path: string): void {
  const reason = treePathProblem(path);
  if (reason !== null) throw problem('path_not_allowed', path, { reason });
}

async function assertFree(overlay: TreeOverlay, path: string): Promise<void> {
  const found = await overlay.look(path);
  if (found === null) return;
  if (found === 'blocked') throw problem('parent_is_file', path);
  throw problem(found === 'directory' ? 'directory_exists' : 'file_exists', path);
}

async function existingFile(overlay: TreeOverlay, path: string): Promise<FileNode> {
  const found = await overlay.look(path);
  if (found === null || found === 'blocked') throw problem('file_missing', path);
  if (found === 'directory') throw problem('not_a_file', path);
  return found;
}

/**
 * "Unchanged since" by content: the file is the same blob in that commit as it is now. So an edit that was taken back
 * meanwhile does not stand in the way, and no history has to be walked.
 */
async function assertFresh(repo: string, parentSha: string | null, lastCommitId: string, path: string): Promise<void> {
  if (!isObjectId(lastCommitId) || parentSha === null) throw problem('stale_file', path);
  const pool = sharedCatFiles();
  const [seen, now] = await Promise.all([
    pool.info(repo, objectAtPath(lastCommitId, path)),
    pool.info(repo, objectAtPath(parentSha, path)),
  ]);
  if (seen === null || now === null || seen.oid !== now.oid) throw problem('stale_file', path);
}

function newFile(action: FileAction, mode: string): FileNode {
  if (action.content === undefined) throw problem('content_missing', action.path);
  return { kind: 'file', mode: modeWith(mode, action.executable), oid: null, content: action.content };
}

function modeWith(mode: string, executable: boolean | undefined): string {
  // A symlink has no executable bit to change.
  if (executable === undefined || mode === '120000') return mode;
  return executable ? '100755' : '100644';
}

async function treeOfCommit(repo: string, sha: string): Promise<string> {
  const info = await sharedCatFiles().info(repo, `${assertObjectId(sha)}^{tree}`);
  if (info === null) throw new GitError('not_found', 'No such commit.', { details: { rev: sha } });
  return info.oid;
}

function problem(code: FileActionProblem, path: string, more: Record<string, unknown> = {}): GitError {
  const kind = code === 'path_not_allowed' ? 'invalid_path' : code === 'file_missing' ? 'not_found' : 'conflict';
  return new GitError(kind, SENTENCES[code], { details: { code, path, ...more } });
}
