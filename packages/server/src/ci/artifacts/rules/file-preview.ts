/** Images that a browser draws without running anything of them. */
const IMAGES: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
};

/** The type of an image by the name of its file. */
export function imageTypeOf(path: string): string | undefined {
  const ending = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  return Object.hasOwn(IMAGES, ending) ? IMAGES[ending] : undefined;
}

const SNIFFED_BYTES = 8_000;

/** Whether the begin of a file looks like text. */
export const isText = (start: Buffer): boolean => !start.subarray(0, SNIFFED_BYTES).includes(0);
