import { idInput } from '@tributary/contract/core/inputs.ts';
import { z } from 'zod';
import { defineRoute } from '../../endpoints/http/define-route.ts';
import { defineScopedRoute, type ScopedRoute } from '../../endpoints/pages/define-page.ts';
import type { Context } from '../../platform/context.ts';
import { inGroup, inProject, type Container, containerOfGroup, containerOfProject } from '../../projects/index.ts';
import { getCompletionSource } from '../completion/completion-registry.ts';
import { getNoteable, noteableNamed } from '../noteable.ts';
import { findTarget, listCommands, listCommandsOf } from '../reads/preview-commands.ts';
import type { ContainerRoutes } from './subjects.ts';

const PER_MINUTE = 300;
const MOST = 8;

/** `GET <project>/-/autocomplete_sources/commands?type=Issue&type_id=12`: what may be typed after a slash. `type_id` is the
 * number inside the place; `target_id` the id, as the preview of a text names it. Without either: for a new thing. */
export function commandsRoute(door: ContainerRoutes): ScopedRoute {
  const route = defineRoute({
    method: 'GET',
    path: '/autocomplete_sources/commands',
    ability: 'preview_markdown',
    summary: 'List available quick actions',
    tag: 'Markdown',
    subject: door.place,
    input: z.strictObject({ type: z.string().max(50), type_id: idInput.optional(), target_id: idInput.optional() }),
    handle: async ({ ctx, input, subject: place }) => {
      const { type } = noteableNamed(input.type, place);
      if (input.target_id === undefined && input.type_id === undefined) return listCommandsOf(ctx, place, type);
      const key = input.target_id === undefined ? { iid: input.type_id ?? 0 } : { id: input.target_id };
      return listCommands(ctx, await getNoteable(ctx, place, type, key));
    },
  });
  return defineScopedRoute(door.on, route);
}

const asked = z.strictObject({
  query: z.string().max(100).default(''),
  type: z.string().max(50).optional(),
  target_id: idInput.optional(),
});

async function requestOf(ctx: Context, place: Container, { query, type, target_id: id }: z.output<typeof asked>) {
  const noteable = await findTarget(ctx, place, { target_type: type, target_id: id });
  return { query: query.trim(), limit: MOST, noteable };
}

/** `GET <project>/-/autocomplete_sources/issues?query=log`: what may be named in a text of the project, the best first. */
const things = defineRoute({
  method: 'GET',
  path: '/autocomplete_sources/:source',
  ability: 'preview_markdown',
  summary: 'List references that can be completed',
  tag: 'Markdown',
  subject: inProject,
  rateLimitPerMinute: PER_MINUTE,
  params: z.object({ source: z.string().max(50) }),
  input: asked,
  handle: async ({ ctx, input, params, subject: access }) => {
    const source = getCompletionSource(params.source);
    return source.find(ctx, { access, ...(await requestOf(ctx, containerOfProject(access), input)) });
  },
});

/** The same for a text of a group. */
const thingsInGroup = defineRoute({
  method: 'GET',
  path: '/autocomplete_sources/:source',
  ability: 'preview_markdown',
  summary: 'List references that can be completed in a group',
  tag: 'Markdown',
  subject: inGroup,
  rateLimitPerMinute: PER_MINUTE,
  params: z.object({ source: z.string().max(50) }),
  input: asked,
  handle: async ({ ctx, input, params, subject: access }) => {
    const source = getCompletionSource(params.source);
    return (
      (await source.findInGroup?.(ctx, { access, ...(await requestOf(ctx, containerOfGroup(access), input)) })) ?? []
    );
  },
});

export const completionRoutes: readonly ScopedRoute[] = [
  defineScopedRoute('project', things),
  defineScopedRoute('group', thingsInGroup),
];
