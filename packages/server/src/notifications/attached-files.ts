import { escapeHtml } from '../platform/markup/index.ts';

/** Of all files of one mail together; what does not fit stays a link. */
export const MAX_ATTACHED_BYTES = 10 * 1_048_576;

type File = { secret: string; filename: string; size_bytes: number };

/** Those that go with the mail: each in its turn, as long as there is room. */
export function attachmentsWithinLimit<T extends File>(files: readonly T[]): T[] {
  let room = MAX_ATTACHED_BYTES;
  const unique = [...new Map(files.map((file) => [file.secret, file])).values()];
  return unique.filter(({ size_bytes: size }) => {
    const fits = size <= room;
    if (fits) room -= size;
    return fits;
  });
}

// What opens cannot open again within: reading stays linear, whatever the text.
const LINK_IN_TEXT = /!?\[[^[\]\n]{0,300}\]\([^()\s]*\/uploads\/([0-9a-f]{32})\/[^()\s]*\)(?:\{[^{}\n]{0,100}\})?/g;
// As our own rendering writes them: values in quotes, and no link within another.
const IMAGE = /<img\b[^<>]*?\ssrc="[^"<>]*\/uploads\/([0-9a-f]{32})\/[^"<>]*"[^<>]*>/g;
const LINK = /<a\b[^<>]*?\shref="[^"<>]*\/uploads\/([0-9a-f]{32})\/[^"<>]*"[^<>]*>(?:(?!<\/?a\b)[^])*<\/a>/g;

/** Names attached files where the words linked to them: whoever gets the mail cannot open the links. */
export function namedInText(text: string, attached: readonly File[]): string {
  return replaced(text, [LINK_IN_TEXT], attached, (name) => `${name} (attached)`);
}

export function namedInHtml(html: string, attached: readonly File[]): string {
  return replaced(html, [LINK, IMAGE], attached, (name) => `<strong>${escapeHtml(name)}</strong> (attached)`);
}

function replaced(
  text: string,
  patterns: readonly RegExp[],
  attached: readonly File[],
  say: (name: string) => string,
): string {
  const names = new Map(attached.map(({ secret, filename }) => [secret, filename]));
  return patterns.reduce(
    (before, pattern) =>
      before.replace(pattern, (whole, secret: string) => {
        const name = names.get(secret);
        return name === undefined ? whole : say(name);
      }),
    text,
  );
}
