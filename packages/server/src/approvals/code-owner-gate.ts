import type { Extensions } from '../platform/extensions.ts';
import { refuse } from '@tributary/contract/errors/app-error.ts';
import { branchRef, changedFilesIn, changedPathsIn, displayPath, isZeroOid, readRef } from '@tributary/git';
import type { Context } from '../platform/context.ts';
import { type ProjectAccess } from '../projects/index.ts';
import { definePushGate, type GatedPush, loadBranchRights, rulesFor } from '../repositories/index.ts';
import { entriesFor } from './code-owners.ts';
import { findCodeOwners } from './reads/code-owner-rules.ts';

const HEADS = branchRef('');
const MAX_LISTED = 20;

/** Patterns, with the file that each matched first. */
async function ownedPatterns(
  ctx: Context,
  access: ProjectAccess,
  push: GatedPush,
  move: GatedPush['moves'][number],
): Promise<string[]> {
  const { project } = access;
  // A new branch begins with what the default branch says.
  const main = branchRef(project.default_branch ?? '');
  const fileSha = isZeroOid(move.oldSha) ? await readRef(push.repo, main) : move.oldSha;
  const found = fileSha === undefined ? undefined : await findCodeOwners(ctx, project.id, fileSha);
  if (!found) return [];
  const paths = await changedPaths(push, move);
  return entriesFor(found.file, paths)
    .filter(({ section }) => !section.isOptional)
    .map(({ entry, paths: [path = ''] }) => `  ${entry.text} (${displayPath(path)})`);
}

async function changedPaths(push: GatedPush, { oldSha, newSha }: GatedPush['moves'][number]): Promise<string[]> {
  if (!isZeroOid(oldSha)) return changedPathsIn(push.repo, push.quarantine, oldSha, newSha);
  const { commits } = await push.newCommits();
  const shas = commits.map((commit) => commit.sha);
  return [...new Set((await changedFilesIn(push.repo, push.quarantine, shas)).map((file) => file.path))];
}

export const approvalsCodeOwnerGate: Extensions = [
  /**
   * Where a protected branch needs approval by code owners, what they own comes in by merge requests alone. Optional sections
   * need no approval, so they hold nothing back.
   */
  definePushGate(async (ctx, access, push) => {
    if (push.isMerge) return null;
    const branches = push.moves.filter(({ ref, newSha }) => ref.startsWith(HEADS) && !isZeroOid(newSha));
    if (branches.length === 0) return null;
    const { rules } = await loadBranchRights(ctx, access, { withGrants: false });
    for (const move of branches) {
      const name = move.ref.slice(HEADS.length);
      if (!rulesFor(rules, name).some((rule) => rule.needsCodeOwners)) continue;
      const owned = await ownedPatterns(ctx, access, push, move);
      if (owned.length > 0)
        return refuse('code_owner_push_refused', { name, patterns: owned.slice(0, MAX_LISTED).join('\n') });
    }
    return null;
  }),
];
