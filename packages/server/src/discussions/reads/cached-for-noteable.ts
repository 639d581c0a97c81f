import type { Context } from '../../platform/context.ts';
import { noteableCacheVersion } from '../../platform/cache/cache-versions.ts';
import { noteableDescriptor } from '../noteable.ts';
import { readCached } from '../../platform/cache/request-cache.ts';

/**
 * What is read of the rows of one thing that is talked about and of nothing else, the same for every reader: believed
 * while its mark stands. `what` names the question.
 */
export async function cachedForNoteable<T extends object | number | string>(
  ctx: Context,
  { type, id }: { type: string; id: number },
  what: string,
  load: () => Promise<T>,
  sizeBytes?: (value: T) => number,
): Promise<T> {
  if (!noteableDescriptor(type).hasMarks) return load();
  const marks = () => [noteableCacheVersion(id)];
  const known = await readCached(ctx, { key: `${what}:${type}:${id}`, marks, load, ...(sizeBytes && { sizeBytes }) });
  return known ?? load();
}
