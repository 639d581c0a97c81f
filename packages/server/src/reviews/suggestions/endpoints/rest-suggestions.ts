import { z } from 'zod';
import { idInput } from '@tributary/contract/core/inputs.ts';
import { restSuggestion } from '@tributary/contract/discussions/rest.ts';
import { fail } from '@tributary/contract/errors/app-error.ts';
import { sentForm } from '../../../discussions/index.ts';
import { defineRoute, type Route, type SubjectLoader } from '../../../endpoints/http/define-route.ts';
import type { MergeRequestAccess } from '../../../merge-requests/index.ts';
import { type Applied, applySuggestions, SUGGESTION_RESOURCE } from '../apply-suggestions.ts';
import { requestOfSuggestion } from '../reads/request-of-suggestion.ts';

const tag = 'Suggestions';
const MAX_MESSAGE_CHARS = 100_000;
const commitMessage = z.string().max(MAX_MESSAGE_CHARS).nullish();

const ofSuggestion: SubjectLoader<MergeRequestAccess> = {
  params: ['suggestion_id'],
  load: (ctx, { suggestion_id: id = '' }) =>
    /^\d{1,15}$/.test(id) ? requestOfSuggestion(ctx, Number(id)) : fail('not_found', { resource: SUGGESTION_RESOURCE }),
};

function toRest({ rows }: Applied): z.infer<typeof restSuggestion>[] {
  return rows.map(({ id, from_line, to_line, from_content, to_content, applied_at: appliedAt }) => ({
    id,
    from_line,
    to_line,
    appliable: appliedAt === null,
    applied: appliedAt !== null,
    from_content,
    to_content,
  }));
}

const applyOne = defineRoute({
  method: 'PUT',
  path: '/suggestions/:suggestion_id/apply',
  // The source branch decides who may; the operation asks.
  ability: 'read_merge_request',
  summary: 'Apply a suggestion',
  tag,
  subject: ofSuggestion,
  params: z.object({ suggestion_id: idInput }),
  input: z.strictObject({ commit_message: commitMessage }),
  response: restSuggestion,
  handle: async ({ ctx, params, input, headers }) => {
    const message = input.commit_message ?? undefined;
    const asked = { ids: [params.suggestion_id], message, ...sentForm(headers, input) };
    return toRest(await applySuggestions(ctx, asked))[0];
  },
});

const applyBatch = defineRoute({
  method: 'PUT',
  path: '/suggestions/batch_apply',
  ability: 'use_account',
  summary: 'Apply several suggestions in one commit',
  tag,
  input: z.strictObject({ ids: z.array(idInput).min(1).max(200), commit_message: commitMessage }),
  response: z.array(restSuggestion),
  handle: async ({ ctx, input, headers }) => {
    const { ids, commit_message: message } = input;
    return toRest(await applySuggestions(ctx, { ids, message: message ?? undefined, ...sentForm(headers, input) }));
  },
});

export const suggestionRoutes: readonly Route[] = [applyBatch, applyOne];
