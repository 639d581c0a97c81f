/** An indentation and a word that together are longer do not fit beside each other in the narrowest views. */
const FITS = 20;

/**
 * Whether a line may be broken between any two letters. Usually words stay whole, but an indentation that is followed by a
 * long word would then be a row of its own that looks empty. `text` is HTML without tags.
 */
export const breaksAnywhere = (text: string): boolean =>
  text.length > FITS && /^[ \t]+\S*$/.test(text.slice(0, FITS + 1));

/** Safe HTML without its tags is safe HTML. */
export const withoutTags = (html: string): string => html.replaceAll(/<[^>]*>/g, '');
