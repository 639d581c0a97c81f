import { createHash } from 'node:crypto';
import { isGitError, listChangedFiles, readBlobAt } from '@tributary/git';
import { mapUsersByConfirmedEmail } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import { todayOf } from '../../projects/index.ts';
import { CODE_OWNERS_PATHS, type CodeOwners, entriesFor, type OwnedFiles, parseCodeOwners } from '../code-owners.ts';
import { directMembers, findOwners, groupMembers } from '../store/approvers.ts';

const MAX_BYTES = 1024 * 1024;
const MAX_CACHED = 200;

export type CodeOwnersFile = { path: string; oid: string; file: CodeOwners };

const parsed = new Map<string, CodeOwners>();
const changed = new Map<string, readonly string[]>();

/** Values that never change, by a key that names all they depend on; the oldest go first. */
async function cached<T>(store: Map<string, T>, key: string, make: () => Promise<T> | T): Promise<T> {
  const known = store.get(key);
  if (known !== undefined) return known;
  const made = await make();
  store.set(key, made);
  for (const oldest of store.keys()) {
    if (store.size <= MAX_CACHED) break;
    store.delete(oldest);
  }
  return made;
}

/** The file of code owners at a commit: the first of the documented locations. */
export async function findCodeOwners(
  ctx: Context,
  projectId: number,
  sha: string,
): Promise<CodeOwnersFile | undefined> {
  const repo = ctx.repositories.directory(projectId);
  for (const path of CODE_OWNERS_PATHS) {
    try {
      const { oid, content } = await readBlobAt(repo, sha, path, { maxBytes: MAX_BYTES });
      return { path, oid, file: await cached(parsed, oid, () => parseCodeOwners(content.toString('utf8'))) };
    } catch (error) {
      if (!isGitError(error, 'not_found')) throw error;
    }
  }
  return undefined;
}

/** Every path that a merge request changes, with both names of a file that was renamed. */
export async function changedPathsOf(
  ctx: Context,
  projectId: number,
  { base, head }: { base: string; head: string },
): Promise<readonly string[]> {
  return cached(changed, `${projectId}:${base}:${head}`, async () => {
    const files = await listChangedFiles(ctx.repositories.directory(projectId), { from: base, to: head });
    return [...new Set(files.flatMap((file) => [file.oldPath, file.newPath]))];
  });
}

export type CodeOwnerRule = OwnedFiles & { id: number; ownerIds: number[]; groupIds: number[] };

/** Rules of code owners for these files of a merge request, with the users behind every name. */
export async function codeOwnerRules(
  ctx: Context,
  request: { id: number; projectId: number; targetSha: string; paths: readonly string[] },
): Promise<CodeOwnerRule[]> {
  const found = await findCodeOwners(ctx, request.projectId, request.targetSha);
  if (!found) return [];
  const owned = entriesFor(found.file, request.paths);
  if (owned.length === 0) return [];
  const today = todayOf(ctx);
  const names = await findOwners(
    ctx.db,
    owned.flatMap(({ entry }) => entry.owners.names),
  );
  const members = await groupMembers(ctx.db, [...names.groups.values()], today);
  const emails = await mapUsersByConfirmedEmail(
    ctx,
    owned.flatMap(({ entry }) => entry.owners.emails),
  );
  const levels = [...new Set(owned.flatMap(({ entry }) => entry.owners.roles))];
  const direct = await directMembers(ctx.db, request.projectId, levels, today);
  return owned.map((each) => {
    const { owners } = each.entry;
    const lower = owners.names.map((name) => name.toLowerCase());
    const groupIds = lower.flatMap((name) => names.groups.get(name) ?? []);
    const ownerIds = [
      ...lower.flatMap((name) => names.users.get(name) ?? []),
      ...owners.emails.flatMap((email) => emails.get(email)?.id ?? []),
      ...direct.filter(({ level }) => owners.roles.includes(level)).map(({ userId }) => userId),
      ...groupIds.flatMap((id) => members.get(id) ?? []),
    ];
    return { ...each, id: idOf(request.id, each), ownerIds: [...new Set(ownerIds)], groupIds };
  });
}

/** Rules of code owners have no row: their number is made of what they are, far from those of rows. */
function idOf(mergeRequestId: number, { section, entry }: OwnedFiles): number {
  const key = `${mergeRequestId}\n${section.name.toLowerCase()}\n${entry.text}`;
  return 2 ** 48 + createHash('sha256').update(key).digest().readUIntBE(0, 6);
}
