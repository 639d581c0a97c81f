import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { GitError } from '../process/git-error.ts';
import { runGit } from '../process/run-git.ts';
import { listRefNames } from '../refs/read-ref.ts';
import { BRANCH_PREFIX, TAG_PREFIX, validateBranchName, validateTagName } from '../refs/ref-name.ts';
import { writeRepositoryConfig } from './repository-config.ts';

const IMPORT_TIMEOUT_MS = 60 * 60_000;
/** Parts of a repository that can name programs or other folders. */
const DANGEROUS = [
  'hooks',
  'info',
  'config.worktree',
  'commondir',
  'gitdir',
  'worktrees',
  'modules',
  'objects/info/alternates',
  'objects/info/http-alternates',
];

/**
 * Takes branches and tags out of an unpacked bare repository that someone sent us (a throw-away copy: its config and hooks
 * are removed first). Every object is checked. Refs with names we refuse stay behind and are returned.
 */
export async function importRepository(
  target: string,
  sourceDirectory: string,
): Promise<{ imported: number; refused: string[] }> {
  await assertNoLinks(sourceDirectory);
  for (const name of DANGEROUS) await rm(join(sourceDirectory, name), { recursive: true, force: true });
  await writeRepositoryConfig(sourceDirectory);
  const accepted: string[] = [];
  const refused: string[] = [];
  for (const { ref } of [
    ...(await listRefNames(sourceDirectory, BRANCH_PREFIX)),
    ...(await listRefNames(sourceDirectory, TAG_PREFIX)),
  ]) {
    const isBranch = ref.startsWith(BRANCH_PREFIX);
    const problem = isBranch
      ? validateBranchName(ref.slice(BRANCH_PREFIX.length))
      : validateTagName(ref.slice(TAG_PREFIX.length));
    (problem === null ? accepted : refused).push(ref);
  }
  if (accepted.length > 0) {
    const args = [
      'fetch',
      '--quiet',
      '--no-tags',
      '--no-write-fetch-head',
      '--no-auto-maintenance',
      '--no-recurse-submodules',
      '--refmap=',
      '--atomic',
      '--stdin',
    ];
    await runGit(target, args, {
      revs: [sourceDirectory],
      stdin: accepted.map((ref) => `${ref}:${ref}\n`).join(''),
      env: { GIT_ALLOW_PROTOCOL: 'file' },
      config: [
        ['fetch.fsckObjects', 'true'],
        ['fetch.fsck.badTimezone', 'ignore'],
        ['fetch.fsck.missingSpaceBeforeDate', 'ignore'],
        ['fetch.fsck.zeroPaddedFilemode', 'ignore'],
      ],
      timeoutMs: IMPORT_TIMEOUT_MS,
    });
  }
  return { imported: accepted.length, refused };
}

/** A link could make git read files elsewhere on this machine. */
async function assertNoLinks(folder: string): Promise<void> {
  const root = await lstat(folder);
  if (!root.isDirectory()) throw new GitError('rejected', 'The import is no directory.');
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() && !entry.isDirectory()) throw new GitError('rejected', 'The import holds links or devices.');
  }
}
