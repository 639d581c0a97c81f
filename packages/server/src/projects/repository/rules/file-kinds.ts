/** What may be shown as a picture, and the type it is sent with. SVG only ever as a picture, never as a document. */
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
