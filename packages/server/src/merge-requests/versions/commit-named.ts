import { AppError } from '@tributary/contract/errors/app-error.ts';
import { resolveRevision } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import type { MergeRequestRow } from '../store/merge-requests.ts';
import { listCommitsBeginning, type VersionRow } from '../store/versions.ts';
import { findVersionOfUnstoredCommit } from './commit-of-version.ts';

const WHOLE = /^[0-9a-f]{40}$/;
const BEGINNING = /^[0-9a-f]{7,39}$/;

/**
 * The id of the one commit of a request that begins so; a whole id is taken as it is. Looked for among the commits of the
 * request alone: others in the repository neither make it ambiguous nor are told of. Undefined when none begins so.
 */
export async function commitNamed(
  ctx: Context,
  row: Pick<MergeRequestRow, 'id' | 'target_project_id'>,
  versions: readonly VersionRow[],
  name: string,
): Promise<string | undefined> {
  const digits = name.toLowerCase();
  if (WHOLE.test(digits)) return digits;
  if (!BEGINNING.test(digits)) return undefined;
  // The head of a version without commits is none of them.
  const heads = versions.map((version) => version.head_sha).filter((sha) => sha.startsWith(digits));
  const found = new Set([...heads, ...(await listCommitsBeginning(ctx.db, row.id, digits))]);
  if (found.size > 1) throw new AppError('commit_ambiguous', { sha: name });
  const [sha] = found;
  return sha ?? farCommitNamed(ctx, row, versions, digits);
}

/** Of versions with more commits than are stored, git knows the others. */
async function farCommitNamed(
  ctx: Context,
  { target_project_id: projectId }: Pick<MergeRequestRow, 'target_project_id'>,
  versions: readonly VersionRow[],
  digits: string,
): Promise<string | undefined> {
  const sha = (await resolveRevision(ctx.repositories.directory(projectId), digits))?.commitSha;
  // A branch or a tag may have the same name.
  if (!sha?.startsWith(digits)) return undefined;
  return (await findVersionOfUnstoredCommit(ctx, projectId, versions, sha)) && sha;
}
