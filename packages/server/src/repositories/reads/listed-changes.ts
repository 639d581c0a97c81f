import { type ChangedFile, type DiffFile, listChangedFiles, streamDiff } from '@tributary/git';
import { LruCache } from '../../platform/lru-cache.ts';
import type { DiffSides } from '../views/diff-view.ts';

/** Files shown at once; the others come by further requests. */
export const FILES_PER_PART = 30;
/** Lists are kept in pieces: so many of one size have a bound, whatever is compared. */
const LIST_PIECE = 3_000;
type Listed = Pick<ChangedFile, 'oldPath' | 'newPath' | 'status'>;
type ListPiece = { files: readonly Listed[]; total: number };
const lists = new LruCache<ListPiece>(50);

function listKey({ repo, oldSha, newSha }: DiffSides, piece: number): string {
  return [repo, oldSha ?? '', newSha, piece].join('\0');
}

/** Each piece has the files of a part that begins with its last one. */
function pieceOf(files: readonly ChangedFile[], piece: number): ListPiece {
  const start = piece * LIST_PIECE;
  const own = files.slice(start, start + LIST_PIECE + FILES_PER_PART);
  return { files: own.map(({ oldPath, newPath, status }) => ({ oldPath, newPath, status })), total: files.length };
}

/** For the parts that follow, which would have git look for renames in all of it again. */
export function cacheList(sides: DiffSides, files: readonly ChangedFile[]): void {
  void lists.get(listKey(sides, 0), () => Promise.resolve(pieceOf(files, 0)));
}

/** At least the files of a part that begins there. */
export async function listFrom(sides: DiffSides, offset: number): Promise<ListPiece> {
  const piece = Math.floor(offset / LIST_PIECE);
  const { files, total } = await lists.get(listKey(sides, piece), async () =>
    pieceOf(await listChangedFiles(sides.repo, rangeOf(sides)), piece),
  );
  return { files: files.slice(offset - piece * LIST_PIECE), total };
}

export function rangeOf({ oldSha, newSha }: DiffSides): { from: string | null; to: string } {
  return { from: oldSha, to: newSha };
}

/** The listed files with their lines, in their order. */
export async function changesOf(
  sides: DiffSides,
  wanted: readonly Listed[],
  maxFilePatchBytes: number,
): Promise<(DiffFile | undefined)[]> {
  if (wanted.length === 0) return [];
  const spec = { ...rangeOf(sides), maxFilePatchBytes };
  const found = new Map<string, DiffFile>();
  const names = new Set(wanted.map(({ newPath }) => newPath));
  for await (const file of streamDiff(sides.repo, { ...spec, paths: pathsOf(wanted) })) {
    // A path stands for all below it, where a directory became a file.
    if (names.has(file.newPath)) found.set(file.newPath, file);
  }
  const changed: (DiffFile | undefined)[] = [];
  for (const one of wanted) {
    let file = found.get(one.newPath);
    // Among few files git sees renames that it does not look for among many: then it is asked about this one alone.
    if (file?.oldPath !== one.oldPath || file.status !== one.status) {
      file = undefined;
      for await (const own of streamDiff(sides.repo, { ...spec, paths: pathsOf([one]) })) {
        if (own.newPath === one.newPath) file = own;
      }
    }
    changed.push(file);
  }
  return changed;
}

function pathsOf(files: readonly Listed[]): string[] {
  return [...new Set(files.flatMap(({ oldPath, newPath }) => [oldPath, newPath]))];
}
