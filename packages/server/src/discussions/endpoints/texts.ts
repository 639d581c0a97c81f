import { z } from 'zod';
import { boolInput, idInput } from '@tributary/contract/core/inputs.ts';
import { restMarkdown } from '@tributary/contract/discussions/rest.ts';
import { savedReplyPreviewPath } from '@tributary/contract/discussions/saved-replies.ts';
import { defineRoute, type Route } from '../../endpoints/http/define-route.ts';
import { defineScopedRoute, type ScopedRoute } from '../../endpoints/pages/define-page.ts';
import { renderForReader } from '../markdown/render-text.ts';
import { previewText } from '../reads/preview-text.ts';
import { previewSuggestions } from '../reads/preview-suggestions.ts';
import { previewCommands } from '../reads/preview-commands.ts';
import { getTextScope } from '../reads/get-text-scope.ts';
import type { ContainerRoutes } from './subjects.ts';

const PREVIEWS_PER_MINUTE = 60;
const text = z.string().max(1_000_000);
const sha = z.string().regex(/^[0-9a-f]{40}$/);

/** `POST /markdown`: text of a README, a comment or a title as this instance shows it. */
export const markdownRoute: Route = defineRoute({
  method: 'POST',
  path: '/markdown',
  ability: 'preview_markdown',
  summary: 'Render Markdown',
  tag: 'Markdown',
  rateLimitPerMinute: PREVIEWS_PER_MINUTE,
  input: z.strictObject({ text, gfm: boolInput.optional(), project: z.string().optional() }),
  response: restMarkdown,
  handle: async ({ ctx, input }) => {
    const place = input.project === undefined ? null : await getTextScope(ctx, input.project);
    return { html: await renderForReader(ctx, place, input.text) };
  },
});

/** A text of a user that stands nowhere yet: it calls nobody, and nothing of it is done. */
export const savedReplyPreviewRoute: ScopedRoute = defineScopedRoute(
  'instance',
  defineRoute({
    method: 'POST',
    path: savedReplyPreviewPath,
    ability: 'preview_markdown',
    summary: 'Preview Markdown for an account',
    tag: 'Markdown',
    status: 200,
    rateLimitPerMinute: PREVIEWS_PER_MINUTE,
    input: z.strictObject({ text }),
    handle: async ({ ctx, input }) => ({
      body: await renderForReader(ctx, null, input.text),
      references: { users: [], suggestions: [], commands: '' },
    }),
  }),
);

/** Below one kind of place: a text being written there as its writer will see it. */
export function previewRoute(door: ContainerRoutes): ScopedRoute {
  const route = defineRoute({
    method: 'POST',
    path: '/preview_markdown',
    ability: 'preview_markdown',
    summary: 'Preview Markdown',
    tag: 'Markdown',
    subject: door.place,
    status: 200,
    rateLimitPerMinute: PREVIEWS_PER_MINUTE,
    input: z.strictObject({
      text,
      target_type: z.string().optional(),
      target_id: idInput.optional(),
      // Where a comment on a line is being written, so that its suggestions can be shown.
      preview_suggestions: boolInput.optional(),
      line: idInput.optional(),
      file_path: z.string().max(4_096).optional(),
      base_sha: sha.optional(),
      start_sha: sha.optional(),
      head_sha: sha.optional(),
    }),
    handle: async ({ ctx, input, subject: place }) => {
      const { text: shown, commands, pathName } = await previewCommands(ctx, place, input);
      const { html, usernames } = await previewText(ctx, { ...place, pathName }, shown);
      return {
        body: html,
        references: { users: usernames, suggestions: await previewSuggestions(ctx, place, input), commands },
      };
    },
  });
  return defineScopedRoute(door.on, route);
}
