import { FORM_HEADER } from '@tributary/contract/discussions/autosaves.ts';
import { failFields } from '@tributary/contract/errors/app-error.ts';
import { idempotencyKey } from '../../endpoints/http/idempotency-key.ts';
import type { SentForm } from '../autosave/save-autosave.ts';

type Headers = Record<string, string | string[] | undefined>;

/** A title and a text, a name and a text, a message for each of two commits. */
const MOST_FIELDS = 4;

/** The form of a page that sent this, where it says so: its key, where its texts were kept, and the texts in its `input`. */
export function sentForm(headers: Headers, input: object): { idempotencyKey?: string; form?: SentForm } {
  const keyed = idempotencyKey(headers);
  const value = headers[FORM_HEADER.toLowerCase()];
  if (typeof value !== 'string' || keyed.idempotencyKey === undefined) return keyed;
  const [place = '', ...fields] = value.split(' ');
  const areNames = isName(place, 300) && fields.every((field) => isName(field, 200));
  if (!areNames || fields.length === 0 || fields.length > MOST_FIELDS) {
    return failFields({ unfinished_text: [`must be a position and 1 to ${MOST_FIELDS} fields`] });
  }
  return { ...keyed, form: { place, fields, key: keyed.idempotencyKey, texts: textsIn(input) } };
}

function isName(text: string, mostChars: number): boolean {
  return text.length <= mostChars && /^[\x21-\x7e]+$/.test(text);
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
