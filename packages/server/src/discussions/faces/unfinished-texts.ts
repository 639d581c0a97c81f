import { z } from 'zod';
import { boolInput, intInput } from '@tributary/contract/core/inputs.ts';
import type {
  SavedUnfinishedText,
  TextArrived,
  UnfinishedTextEntry,
  UnfinishedTextVersion,
} from '@tributary/contract/discussions/unfinished-texts.ts';
import { defineRoute } from '../../faces/http/define-route.ts';
import { definePlaceRoute, type PlaceRoute } from '../../faces/pages/define-page.ts';
import { SAVES_PER_MINUTE } from '../unfinished/limits.ts';
import {
  dropUnfinishedText,
  hasArrived,
  saveUnfinishedText,
  unfinishedTexts,
  unfinishedVersions,
} from '../unfinished/save-unfinished-text.ts';
import type { UnfinishedTextShown } from '../unfinished/store.ts';

const name = /^[\x21-\x7e]+$/;
const place = z.string().max(300).regex(name);
const field = z.string().max(200).regex(name);

function toEntry(row: UnfinishedTextShown): UnfinishedTextEntry {
  const { text, base, revision, updated_at: updatedAt } = row;
  return { field: row.field, text, base, revision, updated_at: updatedAt.toISOString() };
}

const list = defineRoute({
  method: 'GET',
  path: '-/unfinished_texts',
  ability: 'read_own_work',
  summary: 'Own texts that are not sent yet',
  tag: 'Unfinished texts',
  input: z.strictObject({ place }),
  handle: async ({ ctx, input }) => (await unfinishedTexts(ctx, input.place)).map((row) => toEntry(row)),
});

const save = defineRoute({
  method: 'PUT',
  path: '-/unfinished_texts',
  ability: 'change_account',
  summary: 'Keep a text while it is typed',
  tag: 'Unfinished texts',
  rateLimitPerMinute: SAVES_PER_MINUTE,
  input: z.strictObject({
    place,
    field,
    text: z.string(),
    base: z.string().max(100).nullish(),
    revision: intInput.nullish(),
    sent_as: z.string().max(200).nullish(),
    /** Nothing is kept: is it known by now that the form has arrived? */
    asks: z.boolean().default(false),
  }),
  handle: async ({ ctx, input }): Promise<SavedUnfinishedText | TextArrived> => {
    const { text, base = null, revision = null, sent_as: sentAs = null } = input;
    if (input.asks) return { sent: await hasArrived(ctx, input, { text, sentAs }) };
    const row = await saveUnfinishedText(ctx, input, { text, base, knownRevision: revision, sentAs });
    if (!row) return { sent: true };
    const { text: _text, ...entry } = toEntry(row);
    return entry;
  },
});

const drop = defineRoute({
  method: 'DELETE',
  path: '-/unfinished_texts',
  ability: 'change_account',
  summary: 'Let go of a text that was sent or thrown away',
  tag: 'Unfinished texts',
  input: z.strictObject({ place, field, sent: boolInput.default(false), revision: intInput.optional() }),
  handle: async ({ ctx, input }) => {
    await dropUnfinishedText(ctx, input, { isSent: input.sent, knownRevision: input.revision });
  },
});

const history = defineRoute({
  method: 'GET',
  path: '-/unfinished_texts/history',
  ability: 'read_own_work',
  summary: 'Earlier states of an own text',
  tag: 'Unfinished texts',
  input: z.strictObject({ place, field }),
  handle: async ({ ctx, input }) =>
    (await unfinishedVersions(ctx, input)).map(({ id, text, saved_at: savedAt }): UnfinishedTextVersion => ({
      id,
      text,
      saved_at: savedAt.toISOString(),
    })),
});

export const unfinishedTextRoutes: readonly PlaceRoute[] = [list, save, drop, history].map((route) =>
  definePlaceRoute('instance', route),
);
