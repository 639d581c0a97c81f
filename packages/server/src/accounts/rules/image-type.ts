import { AVATAR_TYPES, MAX_AVATAR_BYTES } from '@tributary/contract/accounts/limits.ts';

/** How an endpoint takes an avatar beside its fields. */
export const AVATAR_FILE = { name: 'avatar', maxBytes: MAX_AVATAR_BYTES } as const;

export type ImageType = (typeof AVATAR_TYPES)[number];

const EXTENSIONS: Record<ImageType, string> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
};

function hasBytes(data: Uint8Array, offset: number, bytes: readonly number[]): boolean {
  return bytes.every((byte, index) => data[offset + index] === byte);
}

const codes = (text: string) => [...text].map((char) => char.charCodeAt(0));

/** What the bytes are, whatever the name or the browser says; undefined for everything that is not a plain image. */
export function imageTypeOf(data: Uint8Array): ImageType | undefined {
  if (hasBytes(data, 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png';
  if (hasBytes(data, 0, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (hasBytes(data, 0, codes('GIF87a')) || hasBytes(data, 0, codes('GIF89a'))) return 'image/gif';
  if (hasBytes(data, 0, codes('RIFF')) && hasBytes(data, 8, codes('WEBP'))) return 'image/webp';
  return undefined;
}

export function extensionOf(type: ImageType): string {
  return EXTENSIONS[type];
}

/** The type a stored name stands for; undefined for a name this product did not make. */
export function typeOfStoredName(name: string): ImageType | undefined {
  const match = /^[0-9a-f]{32}\.(png|jpg|gif|webp)$/.exec(name);
  return AVATAR_TYPES.find((type) => EXTENSIONS[type] === match?.[1]);
}
