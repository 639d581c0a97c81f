import { CUSTOM_EMOJI_MAX_BYTES } from '@tributary/contract/discussions/emoji.ts';

export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];

/** Why a file cannot be taken, before it is sent. */
export function imageProblem(file: Pick<File, 'type' | 'size'>): string | null {
  if (!IMAGE_TYPES.includes(file.type)) return 'Choose a PNG, JPEG, GIF or WebP image.';
  return file.size > CUSTOM_EMOJI_MAX_BYTES ? 'The image is larger than 100 KiB.' : null;
}

/** What the name of a file suggests as the name of an emoji. */
export function fileName({ name }: Pick<File, 'name'>): string {
  return name
    .replace(/\.[^.]*$/, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 36);
}

/** The image as an address that holds it. */
export function readImage(file: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file could not be read.')));
    reader.readAsDataURL(file);
  });
}
