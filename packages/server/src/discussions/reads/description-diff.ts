import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { DescriptionDiff } from '@tributary/contract/discussions/page.ts';
import type { Context } from '../../platform/context.ts';
import type { Noteable } from '../noteable.ts';
import { getVersion, versionBefore } from '../operations/description-versions.ts';
import { wordDiff } from '../rules/word-diff.ts';

/** What a change of the description changed; with a start, what all changes from there on did. */
export async function descriptionDiff(
  ctx: Context,
  noteable: Noteable,
  ids: { versionId: number; startVersionId?: number | undefined },
): Promise<DescriptionDiff> {
  const version = await getVersion(ctx, noteable, ids.versionId);
  if (version.body === null) throw new AppError('not_found', { resource: 'Description version' });
  const before = await versionBefore(ctx, noteable, ids);
  return wordDiff(before?.body ?? '', version.body);
}
