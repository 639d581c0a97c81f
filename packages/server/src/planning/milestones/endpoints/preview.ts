import { z } from 'zod';
import { defineRoute } from '../../../endpoints/http/define-route.ts';
import { defineScopedRoute, type ScopedRoute } from '../../../endpoints/pages/define-page.ts';
import { inGroup } from '../../../projects/index.ts';
import { descriptionHtml } from '../../description-html.ts';
import { groupContainer } from '../../planning-container.ts';

/** A description of a milestone of a group as it will be shown; it calls nobody and holds no commands. */
const preview = defineRoute({
  method: 'POST',
  path: '/preview_markdown',
  ability: 'preview_markdown',
  summary: 'Preview Markdown in a group',
  tag: 'Markdown',
  subject: inGroup,
  status: 200,
  rateLimitPerMinute: 60,
  input: z.strictObject({ text: z.string().max(1_000_000) }),
  handle: async ({ ctx, input, subject }) => ({
    body: await descriptionHtml(ctx, await groupContainer(ctx, subject), input.text),
    references: { users: [], suggestions: [], commands: '' },
  }),
});

export const milestoneScopedRoutes: readonly ScopedRoute[] = [defineScopedRoute('group', preview)];
