import type { ContentKeys } from '../content-key.ts';

/** A file by what a mark remembers of it; equal counts are needed for equal contents, and cost nothing to compare. */
export type Markable = { path: string; addedLines: number; removedLines: number };
export type Mark = Markable & { content: string };
/** With the path that it had before the change. */
export type Movable = Markable & { oldPath: string };

const sizeOf = ({ addedLines, removedLines }: Markable): string => `${addedLines}/${removedLines}`;

/** Marks whose file is not among the changed ones any more: it may have been renamed. */
function homeless<M extends Mark>(files: readonly Markable[], marks: readonly M[]): M[] {
  const paths = new Set(files.map((file) => file.path));
  return marks.filter((mark) => !paths.has(mark.path));
}

/** Files that may be marked, so that only their contents have to be read. */
export function possiblyViewed<F extends Markable>(files: readonly F[], marks: readonly Mark[]): F[] {
  const wanted = new Set(marks.map((mark) => `${sizeOf(mark)} ${mark.path}`));
  const sizes = new Set(homeless(files, marks).map(sizeOf));
  return files.filter((file) => wanted.has(`${sizeOf(file)} ${file.path}`) || sizes.has(sizeOf(file)));
}

type Contents = ReadonlyMap<string, ContentKeys>;

/**
 * The mark that holds for each file, by path: one put on the same path, or else one whose own path is gone, and that for
 * one file alone: best for the one that was renamed from there, else for the first of them.
 */
export function matchViewedFiles<M extends Mark>(
  files: readonly Movable[],
  marks: readonly M[],
  contents: Contents,
): Map<string, M> {
  const placeOf = (mark: Pick<Mark, 'content' | 'path'>) => `${mark.content} ${mark.path}`;
  const byPlace = new Map(marks.map((mark) => [placeOf(mark), mark]));
  const lost = new Set(homeless(files, marks));
  const byContent = Map.groupBy(lost, (mark) => mark.content);
  const free = (mark: M | undefined) => (mark && lost.has(mark) ? mark : undefined);
  const ways: ((content: string, file: Movable) => M | undefined)[] = [
    (content, { path }) => byPlace.get(placeOf({ content, path })),
    (content, { oldPath }) => free(byPlace.get(placeOf({ content, path: oldPath }))),
    (content) => byContent.get(content)?.find(free),
  ];
  const found = new Map<string, M>();
  for (const way of ways) {
    for (const file of files) {
      if (found.has(file.path)) continue;
      const mark = firstOf(namesOf(contents, file.path), (content) => way(content, file));
      if (!mark) continue;
      found.set(file.path, mark);
      lost.delete(mark);
    }
  }
  return found;
}

/**
 * What is to be done that these files have no mark and all others have what they had: marks that are `gone`, also those
 * that would come to a file from elsewhere, and marks that have to be `settled` where they hold.
 */
export function untick<M extends Mark>(
  files: readonly Movable[],
  marks: readonly M[],
  contents: Contents,
  paths: readonly string[],
): { gone: M[]; settled: M[] } {
  const lost = new Set(homeless(files, marks));
  const names = new Map(paths.map((path) => [path, namesOf(contents, path)]));
  const allNames = new Set([...names.values()].flat());
  const gone = new Set(
    marks.filter((mark) =>
      lost.has(mark) ? allNames.has(mark.content) : names.get(mark.path)?.includes(mark.content) === true,
    ),
  );
  const settled = [...matchViewedFiles(files, marks, contents)]
    .filter(([path, mark]) => gone.has(mark) && !names.has(path))
    .map(([path, mark]) => ({ ...mark, path }));
  return { gone: [...gone], settled };
}

function namesOf(contents: Contents, path: string): string[] {
  const keys = contents.get(path);
  return keys ? [keys.content, ...keys.earlier] : [];
}

function firstOf<M>(names: readonly string[], find: (name: string) => M | undefined): M | undefined {
  for (const name of names) {
    const mark = find(name);
    if (mark) return mark;
  }
  return undefined;
}
