import { formatBytes } from '../../lib/format.ts';

/** Limits are round: `200 KiB` without the digits that measured sizes have. */
export function limitText(bytes: number): string {
  return formatBytes(bytes).replace('.00 ', ' ');
}

/** What is wrong with a chosen image before it is sent, as a sentence; null when it may be sent. */
export function imageProblem(
  file: { size: number; type: string },
  limits: { maxBytes: number; types: readonly string[] },
): string | null {
  if (!limits.types.includes(file.type)) return `Choose a ${imageTypeNames(limits.types)} image.`;
  if (file.size > limits.maxBytes) {
    return `The image is ${formatBytes(file.size)}. The maximum is ${limitText(limits.maxBytes)}.`;
  }
  return null;
}

/** `PNG, JPEG or WEBP` of media types. */
export function imageTypeNames(types: readonly string[]): string {
  const names = types.map((type) => type.slice(type.indexOf('/') + 1).toUpperCase());
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}`;
}
