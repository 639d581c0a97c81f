import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import { guard } from '../../platform/operation.ts';
import { type MergeRequestAccess, bringSource, requireTip } from '../../merge-requests/index.ts';
import { resolveRefusal } from './resolve-refusal.ts';

/** `repo`: the target's, with the commits of both branches. */
export type ConflictEnds = { repo: string; sourceProjectId: number; sourceSha: string; targetSha: string };

/** The tips of both branches, for who may resolve their conflicts. */
export async function conflictEnds(ctx: Context, found: MergeRequestAccess): Promise<ConflictEnds> {
  guard(await resolveRefusal(ctx, found));
  const { row } = found;
  const sourceProjectId = row.source_project_id ?? 0;
  const ends = {
    source: { projectId: sourceProjectId, branch: row.source_branch },
    target: { projectId: row.target_project_id, branch: row.target_branch },
  };
  const sourceSha = await requireTip(ctx, ends.source, 'Source');
  const targetSha = await requireTip(ctx, ends.target, 'Target');
  return { repo: await bringSource(ctx, ends, sourceSha), sourceProjectId, sourceSha, targetSha };
}

/** Both branches must still be where the reader saw them. */
export function assertSeen(ends: ConflictEnds, seen: { sourceSha: string; targetSha: string }): void {
  if (ends.sourceSha !== seen.sourceSha || ends.targetSha !== seen.targetSha) throw new AppError('conflicts_changed');
}
