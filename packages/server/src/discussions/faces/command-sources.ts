import { idInput } from '@tributary/contract/core/inputs.ts';
import { z } from 'zod';
import { defineRoute } from '../../faces/http/define-route.ts';
import { definePlaceRoute, type PlaceRoute } from '../../faces/pages/define-page.ts';
import { getNoteable, noteableNamed } from '../noteable.ts';
import { listCommands } from '../reads/preview-commands.ts';
import { inAnyProject } from './subjects.ts';

/** `GET <project>/-/autocomplete_sources/commands?type=Issue&type_id=12`: what may be typed after a slash. `type_id` is the
 * number inside the project; `target_id` the id, as the preview of a text names it. */
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
    const key = input.target_id === undefined ? { iid: input.type_id ?? 0 } : { id: input.target_id };
    return listCommands(ctx, await getNoteable(ctx, access, type, key));
  },
});

export const commandSourceRoutes: readonly PlaceRoute[] = [definePlaceRoute('project', commands)];
