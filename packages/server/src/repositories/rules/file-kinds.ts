import type { DiffFile } from '@tributary/git';

/** What may be shown as an image, and the type it is sent with. SVG only ever as an image, never as a document. */
const IMAGE_TYPES: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  bmp: 'image/bmp',
  ico: 'image/x-icon',
  svg: 'image/svg+xml',
};

export function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? '' : name.slice(dot + 1).toLowerCase();
}

export function imageTypeOf(path: string): string | undefined {
  return IMAGE_TYPES[extensionOf(path)];
}

type Changed = Pick<
  DiffFile,
  'status' | 'oldPath' | 'newPath' | 'isSubmodule' | 'isSymlink' | 'isLfsPointer' | 'isBinary'
>;

/**
 * A change of an image, also of a drawing, which has lines as well; of a symbolic link there is the path it leads to alone,
 * whatever that is called.
 */
export function isImageChange(file: Changed): boolean {
  const path = file.status === 'deleted' ? file.oldPath : file.newPath;
  const isOwn = !file.isSubmodule && !file.isLfsPointer && !file.isSymlink;
  return isOwn && imageTypeOf(path) !== undefined && (file.isBinary || isSvg(path));
}

/** What was an image or another file without lines and is a link, or the other way round, has the line of the link. */
export function hasLinkLine(file: Pick<DiffFile, 'isBinary' | 'isSymlink'>): boolean {
  return file.isBinary && file.isSymlink;
}

export function isSvg(path: string): boolean {
  return extensionOf(path) === 'svg';
}

export function isMarkdown(path: string): boolean {
  return ['md', 'markdown', 'mdown', 'mkd', 'mkdn'].includes(extensionOf(path));
}

/** Names that introduce a directory, best first. */
const README = /^readme(?:\.(md|markdown|mdown|mkd|mkdn|txt|rst|adoc|asciidoc|org))?$/i;

export function pickReadme<T extends { name: string }>(files: readonly T[]): T | undefined {
  const candidates = files.filter((file) => README.test(file.name));
  return candidates.find((file) => isMarkdown(file.name)) ?? candidates[0];
}
