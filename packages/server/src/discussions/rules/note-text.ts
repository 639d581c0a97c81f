import { failFields } from '@tributary/contract/errors/app-error.ts';

export const MAX_NOTE_CHARS = 1_000_000;

/** Throws when the text cannot be a note. Invisible characters alone say nothing. */
export function checkBody(body: string): void {
  if (body.replaceAll(/[\s\u200b-\u200f\u2060\ufeff]/gu, '') === '') failFields({ note: ["can't be blank"] });
  if (body.length > MAX_NOTE_CHARS) failFields({ note: [`is too long (maximum is ${MAX_NOTE_CHARS} characters)`] });
  if (body.includes('\0')) failFields({ note: ['contains a null character'] });
}

const SPECIAL = /[\\`*_{}[\]()#+\-.!|<>~@&%$:]/g;

/** Text that stands for itself inside Markdown, for titles and names in system notes. */
export function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\r\n]+/g, ' ').replaceAll(SPECIAL, (char) => `\\${char}`);
}
