import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isObjectId } from '../objects/object-id.ts';
import { sharedCatFiles } from '../process/cat-file-pool.ts';
import { runGitResult } from '../process/run-git.ts';

export interface RepositoryProblems {
  ok: boolean;
  /** What git found wrong, in its words. */
  fsck: string[];
  /** Ids the caller named that are not there. */
  missing: string[];
  /** Lock files and quarantine folders lying about; normal while something runs. */
  leftovers: string[];
}

const VERIFY_TIMEOUT_MS = 60 * 60_000;

/**
 * Is everything that refs reach there (`full`: and every object sound), and every id the database names? Starts long
 * work; for `verify`, after restores and in tests.
 */
export async function verifyRepository(
  repo: string,
  options: { expectedShas?: readonly string[]; full?: boolean } = {},
): Promise<RepositoryProblems> {
  const args = [
    'fsck',
    '--no-dangling',
    '--no-progress',
    ...(options.full === true ? ['--full'] : ['--connectivity-only']),
  ];
  const result = await runGitResult(repo, args, {
    okExitCodes: Array.from({ length: 127 }, (_unused, index) => index + 1),
    timeoutMs: VERIFY_TIMEOUT_MS,
  });
  const fsck = `${result.stdout.toString('utf8')}\n${result.stderr}`
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(?:notice|warning)/i.test(line));
  const pool = sharedCatFiles();
  const missing: string[] = [];
  for (const sha of new Set(options.expectedShas ?? [])) {
    if (!isObjectId(sha) || (await pool.info(repo, sha)) === null) missing.push(sha);
  }
  const leftovers = await findLeftovers(repo);
  return { ok: result.exitCode === 0 && missing.length === 0, fsck, missing, leftovers };
}

async function findLeftovers(repo: string): Promise<string[]> {
  const found = (await readdir(join(repo, 'objects')))
    .filter((name) => name.startsWith('tmp_'))
    .map((name) => `objects/${name}`);
  for (const name of await readdir(repo)) if (name.endsWith('.lock')) found.push(name);
  for (const name of await readdir(join(repo, 'refs'), { recursive: true }))
    if (name.endsWith('.lock')) found.push(`refs/${name}`);
  return found.sort();
}
