/** Budgets of one text. Over the first four the whole text is shown plain; over the others the rest stays text. */
export const MAX_INPUT_CHARS = 1024 * 1024;
export const MAX_OUTPUT_FACTOR = 20;
export const MAX_OUTPUT_CHARS = 5 * 1024 * 1024;
/** A few characters may legitimately become many: the factor counts from here. */
export const MIN_OUTPUT_CHARS = 32 * 1024;
export const MAX_NESTING = 100;
export const MAX_REFERENCES = 500;
export const MAX_IMAGES = 50;
/** Time for the colours of all code blocks of a text; later blocks have none. */
export const MAX_HIGHLIGHT_MS = 600;

/** The longest HTML that a text of this length may give. */
export function outputLimit(inputChars: number): number {
  return Math.min(MAX_OUTPUT_CHARS, Math.max(MIN_OUTPUT_CHARS, inputChars * MAX_OUTPUT_FACTOR));
}
