import type { PageDiffLine } from '@tributary/contract/discussions/page.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import { type Noteable, noteableDescriptor } from '../noteable.ts';
import { isOutdated } from '../rules/is-outdated.ts';
import { noteById } from './discussion-page.ts';

/** How the line of an outdated thread changed since; not_found for notes of other threads. */
export async function outdatedLinesOf(ctx: Context, noteable: Noteable, noteId: number): Promise<PageDiffLine[]> {
  const { discussion } = await noteById(ctx, noteable, noteId);
  const { outdatedLines } = noteableDescriptor(noteable.type);
  const from = discussion.original_position;
  if (!outdatedLines || !from || !isOutdated(discussion)) throw new AppError('not_found', { resource: 'Note' });
  return outdatedLines(ctx, noteable, from);
}
