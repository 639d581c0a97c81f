import type { OriginalImage, OriginalImages, DiffPosition } from '@tributary/contract/discussions/page.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { blobInfo, findEntry } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { projectOf, repositoryOf } from '../../projects/index.ts';
import { imageSizeReader } from '../../repositories/index.ts';
import type { Noteable } from '../noteable.ts';
import { threadsAmong } from './discussion-page.ts';

type ReadSide = (sha: string, path: string | null) => Promise<OriginalImage | null>;

async function sidesOf(read: ReadSide, at: DiffPosition): Promise<Omit<OriginalImages, 'id'>> {
  // The first commit of all stands for both sides.
  const before = at.base_sha === at.head_sha ? null : await read(at.base_sha, at.old_path);
  return { before, after: await read(at.head_sha, at.new_path) };
}

/** The images that these threads were begun on, before and after the change, as far as they are there. */
export async function originalImages(
  ctx: Context,
  noteable: Noteable,
  ids: readonly string[],
): Promise<OriginalImages[]> {
  const threads = (await threadsAmong(ctx, noteable, ids)).flatMap(({ id, original_position: at }) =>
    at?.position_type === 'image' ? { id, at } : [],
  );
  if (threads.length === 0) return [];
  const access = projectOf(noteable.place);
  const repo = repositoryOf(ctx, access);
  const pixelsOf = imageSizeReader(repo);
  const read: ReadSide = async (sha, path) => {
    const entry = path === null ? undefined : await findEntry(repo, sha, path).catch(() => undefined);
    const info = entry?.type === 'blob' ? await blobInfo(repo, entry.oid) : undefined;
    if (path === null || !info) return null;
    return {
      src: repositoryPaths.raw(access.project.full_path, sha, path),
      size: info.size,
      pixels: await pixelsOf({ path, oid: info.oid, sizeBytes: info.size }),
    };
  };
  const found: OriginalImages[] = [];
  for (const { id, at } of threads) found.push({ id, ...(await sidesOf(read, at)) });
  return found;
}
