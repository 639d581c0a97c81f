import {
  descriptionTemplateKind,
  restDescriptionTemplate,
  restDescriptionTemplateListed,
} from '@tributary/contract/projects/repository-rest.ts';
import { z } from 'zod';
import { defineRoute, type Route } from '../../endpoints/http/define-route.ts';
import { inRepository } from '../../projects/index.ts';
import { getDescriptionTemplate, listDescriptionTemplates } from '../reads/description-templates.ts';

const tag = 'Repository';

const list = defineRoute({
  method: 'GET',
  path: '/projects/:id/templates/:type',
  ability: 'read_code',
  summary: 'List the issue or merge request templates in the default branch',
  tag,
  params: z.object({ type: descriptionTemplateKind }),
  subject: inRepository,
  response: z.array(restDescriptionTemplateListed),
  handle: async ({ ctx, subject, params }) =>
    (await listDescriptionTemplates(ctx, subject, params.type)).map((name) => ({ key: name, name })),
});

const show = defineRoute({
  method: 'GET',
  path: '/projects/:id/templates/:type/:name',
  ability: 'read_code',
  summary: 'Get a template with its content',
  tag,
  params: z.object({ type: descriptionTemplateKind, name: z.string() }),
  subject: inRepository,
  response: restDescriptionTemplate,
  handle: ({ ctx, subject, params }) => getDescriptionTemplate(ctx, subject, params.type, params.name),
});

export const templateRoutes: readonly Route[] = [list, show];
