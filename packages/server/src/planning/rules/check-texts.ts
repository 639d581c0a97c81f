import { MAX_DESCRIPTION_CHARS, MAX_TITLE_CHARS } from '@tributary/contract/planning/limits.ts';
import { failFields, type FieldErrors } from '@tributary/contract/errors/app-error.ts';

/** Throws for texts that cannot be kept; messages as clients show them. */
export function checkTexts(texts: { title?: string | undefined; description?: string | undefined }): void {
  const fields: FieldErrors = {};
  if (texts.title !== undefined) {
    if (texts.title.trim() === '') fields['title'] = ["can't be blank"];
    else if (texts.title.length > MAX_TITLE_CHARS)
      fields['title'] = [`is too long (maximum is ${MAX_TITLE_CHARS} characters)`];
    else if (/[\0\r\n]/.test(texts.title)) fields['title'] = ['must be one line'];
  }
  if (texts.description !== undefined && texts.description.length > MAX_DESCRIPTION_CHARS)
    fields['description'] = [`is too long (maximum is ${MAX_DESCRIPTION_CHARS} characters)`];
  if (Object.keys(fields).length > 0) failFields(fields);
}
