/** Types that a browser shows by itself without running anything of them. All others are downloads. */
const INLINE: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  bmp: 'image/bmp',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  txt: 'text/plain; charset=utf-8',
  log: 'text/plain; charset=utf-8',
};

const IMAGES = new Set(['png', 'jpg', 'jpeg', 'gif', 'webp', 'avif', 'bmp', 'svg']);

function extension(filename: string): string {
  return /\.([a-z0-9]+)$/i.exec(filename)?.[1]?.toLowerCase() ?? '';
}

export type ServedType = { contentType: string; isInline: boolean };

/** Never believes the uploader: the type follows from the name, and only harmless ones are shown in place. */
export function servedType(filename: string): ServedType {
  const contentType = INLINE[extension(filename)];
  if (contentType) return { contentType, isInline: true };
  // An image in a text; opened by itself it is a download, for it may hold more than an image.
  if (extension(filename) === 'svg') return { contentType: 'image/svg+xml', isInline: false };
  return { contentType: 'application/octet-stream', isInline: false };
}

export function isImageName(filename: string): boolean {
  return IMAGES.has(extension(filename));
}

/** The last part of the name without anything that could leave a folder, a header or a link. */
export function safeFilename(filename: string): string {
  const last = filename.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const safe = last
    .replaceAll(/[^\p{L}\p{N}._ +@-]/gu, '_')
    .replaceAll(/^\.+/g, '')
    .slice(-200);
  return safe === '' ? 'file' : safe;
}

/** For `Content-Disposition`: plain form for old clients, exact form for the others. */
export function contentDisposition(filename: string, isInline: boolean): string {
  const plain = filename.replaceAll(/[^\w. -]/g, '_');
  return `${isInline ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(filename)}`;
}
