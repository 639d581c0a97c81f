import { branchRef, findCommit, isFullRef, readRef, tagRef } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { type ProjectAccess, repositoryOf } from '../../projects/index.ts';

export type ResolvedRef = { ref: string; isTag: boolean; sha: string };

/** A branch or tag by its short or full name, with the commit it is on now; a branch counts before a tag of the same name. */
export async function resolveRef(ctx: Context, access: ProjectAccess, given: string): Promise<ResolvedRef | undefined> {
  if (access.project.repository_state !== 'ready') return undefined;
  const repo = repositoryOf(ctx, access);
  const name = given.replace(/^refs\/(?:heads|tags)\//, '');
  const candidates = [
    { isTag: false, full: branchRef(name) },
    { isTag: true, full: tagRef(name) },
  ].filter(({ full }) => name === given || full === given);
  for (const { isTag, full } of candidates) {
    const tip = isFullRef(full) ? await readRef(repo, full) : undefined;
    // An annotated tag stands for the commit that it names.
    const commit = tip === undefined ? undefined : await findCommit(repo, tip);
    if (commit) return { ref: name, isTag, sha: commit.sha };
  }
  return undefined;
}
