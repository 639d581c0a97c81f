/** Indentation and the first word together; shorter ones fit beside each other in the narrowest view of two sides. */
const LONG_START = /^[ \t]+\S+/;
const FITS_ANYWHERE = 20;

/**
 * Whether a line may be broken between any two letters. Usually words stay whole, but an indentation that is followed by a
 * long word would then be a row of its own that looks empty. `text` is HTML without tags.
 */
export function breaksAnywhere(text: string): boolean {
  const first = text.charCodeAt(0);
  if (first !== 0x20 && first !== 0x09) return false;
  const start = LONG_START.exec(text)?.[0] ?? '';
  return start.length > FITS_ANYWHERE && start.replaceAll(/&[^;]{1,8};/g, 'x').length > FITS_ANYWHERE;
}

/** Safe HTML without its tags is safe HTML. */
export const withoutTags = (html: string): string => (html.includes('<') ? html.replaceAll(/<[^>]*>/g, '') : html);
