import type { ContentKeys } from '../content-key.ts';

/** A file by what a mark remembers of it; equal counts are needed for equal contents, and cost nothing to compare. */
export type Markable = { path: string; addedLines: number; removedLines: number };
export type Mark = Markable & { content: string };

const sizeOf = ({ addedLines, removedLines }: Markable): string => `${addedLines}/${removedLines}`;

/** Marks whose file is not among the changed ones any more: it may have been renamed. */
function homeless(files: readonly Markable[], marks: readonly Mark[]): Mark[] {
  const paths = new Set(files.map((file) => file.path));
  return marks.filter((mark) => !paths.has(mark.path));
}

/** Files that may be marked, so that only their contents have to be read. */
export function possiblyMarked<F extends Markable>(files: readonly F[], marks: readonly Mark[]): F[] {
  const wanted = new Set(marks.map((mark) => `${sizeOf(mark)} ${mark.path}`));
  const sizes = new Set(homeless(files, marks).map(sizeOf));
  return files.filter((file) => wanted.has(`${sizeOf(file)} ${file.path}`) || sizes.has(sizeOf(file)));
}

/** The mark that holds for each file, by path: one put on the same path, or else one whose own path is gone. */
export function marksOfFiles<M extends Mark>(
  files: readonly Markable[],
  marks: readonly M[],
  contents: ReadonlyMap<string, ContentKeys>,
): Map<string, M> {
  const byPlace = new Map(marks.map((mark) => [`${mark.content} ${mark.path}`, mark]));
  const lost = new Set(homeless(files, marks));
  const byContent = new Map(marks.filter((mark) => lost.has(mark)).map((mark) => [mark.content, mark]));
  const found = new Map<string, M>();
  for (const { path } of files) {
    const keys = contents.get(path);
    const names = keys ? [keys.content, keys.earlier] : [];
    const mark =
      firstOf(
        byPlace,
        names.map((name) => `${name} ${path}`),
      ) ?? firstOf(byContent, names);
    if (mark) found.set(path, mark);
  }
  return found;
}

function firstOf<M>(marks: ReadonlyMap<string, M>, names: readonly string[]): M | undefined {
  const name = names.find((each) => marks.has(each));
  return name === undefined ? undefined : marks.get(name);
}
