import { idInput } from '@tributary/contract/core/inputs.ts';
import { z } from 'zod';
import { defineRoute } from '../../faces/http/define-route.ts';
import { definePlaceRoute, type PlaceRoute } from '../../faces/pages/define-page.ts';
import { inGroup } from '../../projects/index.ts';
import { getCompletionSource } from '../completion/completion-registry.ts';
import { getNoteable, noteableNamed } from '../noteable.ts';
import { findTarget, listCommands, listCommandsOf } from '../reads/preview-commands.ts';
import { inAnyProject } from './subjects.ts';

const PER_MINUTE = 300;
const MOST = 8;

/** `GET <project>/-/autocomplete_sources/commands?type=Issue&type_id=12`: what may be typed after a slash. `type_id` is the
 * number inside the project; `target_id` the id, as the preview of a text names it. Without either: for a new thing. */
const commands = defineRoute({
  method: 'GET',
  path: '/autocomplete_sources/commands',
  ability: 'preview_markdown',
  summary: 'Commands that can be written in a text',
  tag: 'Markdown',
  subject: inAnyProject,
  input: z.strictObject({ type: z.string().max(50), type_id: idInput.optional(), target_id: idInput.optional() }),
  handle: async ({ ctx, input, subject: access }) => {
    const { type } = noteableNamed(input.type);
    if (input.target_id === undefined && input.type_id === undefined) return listCommandsOf(ctx, access, type);
    const key = input.target_id === undefined ? { iid: input.type_id ?? 0 } : { id: input.target_id };
    return listCommands(ctx, await getNoteable(ctx, access, type, key));
  },
});

/** `GET <project>/-/autocomplete_sources/issues?query=log`: what may be named in a text of the project, the best first. */
const things = defineRoute({
  method: 'GET',
  path: '/autocomplete_sources/:source',
  ability: 'preview_markdown',
  summary: 'Things that can be named in a text',
  tag: 'Markdown',
  subject: inAnyProject,
  rateLimitPerMinute: PER_MINUTE,
  params: z.object({ source: z.string().max(50) }),
  input: z.strictObject({
    query: z.string().max(100).default(''),
    type: z.string().max(50).optional(),
    target_id: idInput.optional(),
  }),
  handle: async ({ ctx, input, params, subject: access }) => {
    const source = getCompletionSource(params.source);
    const noteable = await findTarget(ctx, access, { target_type: input.type, target_id: input.target_id });
    return source.find(ctx, { access, query: input.query.trim(), limit: MOST, noteable });
  },
});

/** The same for a text of a group. */
const thingsInGroup = defineRoute({
  method: 'GET',
  path: '/autocomplete_sources/:source',
  ability: 'preview_markdown',
  summary: 'Things that can be named in a text of a group',
  tag: 'Markdown',
  subject: inGroup,
  rateLimitPerMinute: PER_MINUTE,
  params: z.object({ source: z.string().max(50) }),
  input: z.strictObject({ query: z.string().max(100).default('') }),
  handle: async ({ ctx, input, params, subject: access }) => {
    const source = getCompletionSource(params.source);
    return (await source.findInGroup?.(ctx, { access, query: input.query.trim(), limit: MOST })) ?? [];
  },
});

export const completionRoutes: readonly PlaceRoute[] = [
  definePlaceRoute('project', commands),
  definePlaceRoute('project', things),
  definePlaceRoute('group', thingsInGroup),
];
