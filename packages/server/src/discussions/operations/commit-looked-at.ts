import type { DiffPosition } from '@tributary/contract/discussions/page.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import { type Noteable, noteableDescriptor } from '../noteable.ts';

/** The commit as its writer names it, and the place with it. */
export type CommitIdInput = { commitId?: string | undefined; position?: DiffPosition | undefined };

/**
 * The one commit that was looked at when a thread was begun; null when none is named, and the whole was looked at. Fails
 * with `position_invalid` for a commit of something else.
 */
export async function commitLookedAt(
  ctx: Context,
  noteable: Noteable,
  { commitId, position }: CommitIdInput,
): Promise<string | null> {
  if (commitId === undefined) return noteable.commitSha ?? null;
  const isOfIt =
    noteable.commitSha === undefined
      ? await noteableDescriptor(noteable.type).holdsCommit?.(ctx, noteable, commitId)
      : noteable.commitSha === commitId;
  if (!isOfIt) throw invalid('the commit is not part of these changes');
  if (position && position.head_sha !== commitId) throw invalid('its commit differs from the specified one');
  return commitId;
}

function invalid(reason: string): AppError {
  return new AppError('position_invalid', { reason }, { status: 422 });
}
