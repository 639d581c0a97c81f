import { z } from 'zod';
import { boolInput, intInput } from '@tributary/contract/core/inputs.ts';
import type {
  SavedAutosave,
  TextArrived,
  AutosaveEntry,
  AutosaveVersion,
} from '@tributary/contract/discussions/autosaves.ts';
import { defineRoute } from '../../endpoints/http/define-route.ts';
import { defineScopedRoute, type ScopedRoute } from '../../endpoints/pages/define-page.ts';
import { SAVES_PER_MINUTE } from '../autosave/limits.ts';
import {
  discardAutosave,
  hasArrived,
  saveAutosave,
  listAutosavedTexts,
  listAutosaveVersions,
} from '../autosave/save-autosave.ts';
import type { AutosaveView } from '../autosave/store.ts';

const name = /^[\x21-\x7e]+$/;
const place = z.string().max(300).regex(name);
const field = z.string().max(200).regex(name);

function toEntry(row: AutosaveView): AutosaveEntry {
  const { text, base, revision, updated_at: updatedAt } = row;
  return { field: row.field, text, base, revision, updated_at: updatedAt.toISOString() };
}

const list = defineRoute({
  method: 'GET',
  path: '-/unfinished_texts',
  ability: 'read_own_work',
  summary: 'List your autosaved drafts',
  tag: 'Autosaved drafts',
  input: z.strictObject({ place }),
  handle: async ({ ctx, input }) => (await listAutosavedTexts(ctx, input.place)).map((row) => toEntry(row)),
});

const save = defineRoute({
  method: 'PUT',
  path: '-/unfinished_texts',
  ability: 'change_account',
  summary: 'Autosave a draft',
  tag: 'Autosaved drafts',
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
  handle: async ({ ctx, input }): Promise<SavedAutosave | TextArrived> => {
    const { text, base = null, revision = null, sent_as: sentAs = null } = input;
    if (input.asks) return { sent: await hasArrived(ctx, input, { text, sentAs }) };
    const row = await saveAutosave(ctx, input, { text, base, knownRevision: revision, sentAs });
    if (!row) return { sent: true };
    const { text: _text, ...entry } = toEntry(row);
    return entry;
  },
});

const drop = defineRoute({
  method: 'DELETE',
  path: '-/unfinished_texts',
  ability: 'change_account',
  summary: 'Delete an autosaved draft',
  tag: 'Autosaved drafts',
  input: z.strictObject({ place, field, sent: boolInput.default(false), revision: intInput.optional() }),
  handle: async ({ ctx, input }) => {
    await discardAutosave(ctx, input, { isSent: input.sent, knownRevision: input.revision });
  },
});

const history = defineRoute({
  method: 'GET',
  path: '-/unfinished_texts/history',
  ability: 'read_own_work',
  summary: 'List the draft history',
  tag: 'Autosaved drafts',
  input: z.strictObject({ place, field }),
  handle: async ({ ctx, input }) =>
    (await listAutosaveVersions(ctx, input)).map(({ id, text, saved_at: savedAt }): AutosaveVersion => ({
      id,
      text,
      saved_at: savedAt.toISOString(),
    })),
});

export const autosaveRoutes: readonly ScopedRoute[] = [list, save, drop, history].map((route) =>
  defineScopedRoute('instance', route),
);
