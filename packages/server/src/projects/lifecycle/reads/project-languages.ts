import { branchRef, isGitError, pathFromBytes, readRef, runGit } from '@tributary/git';
import type { Context } from '../../../platform/context.ts';
import { type ProjectRow, setLanguages } from '../project-store.ts';
import { countLanguages, languageShares } from '../rules/languages.ts';

const MAX_LISTING_BYTES = 64 * 1_048_576;

/** Shares of the languages on the default branch; the tree is walked once for each commit that was asked about. */
export async function projectLanguages(ctx: Context, project: ProjectRow): Promise<Record<string, number>> {
  if (project.repository_state !== 'ready' || project.default_branch === null) return {};
  const directory = ctx.repositories.directory(project.id);
  const sha = await readRef(directory, branchRef(project.default_branch));
  if (sha === undefined) return {};
  if (project.languages_sha === sha) return languageShares(project.languages);
  const bytes = countLanguages(await filesOf(directory, sha));
  await setLanguages(ctx.db, project.id, sha, bytes);
  return languageShares(bytes);
}

const ENTRY = /^(\d{6}) blob [0-9a-f]+ +(\d+)$/;

/** Ordinary files with their sizes; nothing for a tree too large to list. */
async function filesOf(directory: string, sha: string): Promise<{ path: string; sizeBytes: number }[]> {
  const args = ['ls-tree', '-r', '-l', '-z', '--full-tree'];
  try {
    const listing = await runGit(directory, args, { revs: [sha], maxOutputBytes: MAX_LISTING_BYTES });
    return [...parseListing(listing)];
  } catch (error) {
    if (isGitError(error) && error.kind === 'too_large') return [];
    throw error;
  }
}

function* parseListing(listing: Buffer): Generator<{ path: string; sizeBytes: number }> {
  let start = 0;
  for (let end = listing.indexOf(0); end !== -1; end = listing.indexOf(0, start)) {
    const entry = listing.subarray(start, end);
    start = end + 1;
    const tab = entry.indexOf(0x09);
    const match = ENTRY.exec(entry.subarray(0, tab).toString('latin1'));
    if (match && match[1] !== '120000') {
      yield { path: pathFromBytes(entry.subarray(tab + 1)), sizeBytes: Number(match[2]) };
    }
  }
}
