import { FORM_HEADER } from '@tributary/contract/discussions/unfinished-texts.ts';
import { failFields } from '@tributary/contract/errors/app-error.ts';
import { idempotencyKey } from '../../faces/http/idempotency-key.ts';
import type { SentForm } from '../unfinished/save-unfinished-text.ts';

type Headers = Record<string, string | string[] | undefined>;

/** The form of a page that sent this, where it says so: its key, and where its text was kept. */
export function sentForm(headers: Headers): { idempotencyKey?: string; form?: SentForm } {
  const keyed = idempotencyKey(headers);
  const value = headers[FORM_HEADER.toLowerCase()];
  if (typeof value !== 'string' || keyed.idempotencyKey === undefined) return keyed;
  const named = /^(?<place>[\x21-\x7e]{1,300}) (?<field>[\x21-\x7e]{1,200})$/.exec(value)?.groups;
  const { place, field } = named ?? {};
  if (place === undefined || field === undefined) {
    return failFields({ unfinished_text: ['must be a place and a field'] });
  }
  return { ...keyed, form: { place, field, key: keyed.idempotencyKey } };
}
