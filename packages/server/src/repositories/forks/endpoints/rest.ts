import { idOrPathInput } from '@tributary/contract/core/inputs.ts';
import { forkInput } from '@tributary/contract/projects/repository-inputs.ts';
import { restProject } from '@tributary/contract/projects/projects.ts';
import { z } from 'zod';
import { defineRoute, type Route } from '../../../endpoints/http/define-route.ts';
import {
  countOpenIssues,
  getProjectAccess,
  getProjectView,
  inProject,
  toRestProject,
} from '../../../projects/index.ts';
import { forkProject } from '../operations/fork-project.ts';
import { linkFork } from '../operations/link-fork.ts';
import { unlinkFork } from '../operations/unlink-fork.ts';

const tag = 'Projects';

const fork = defineRoute({
  method: 'POST',
  path: '/projects/:id/fork',
  ability: 'fork_project',
  summary: 'Fork a project',
  tag,
  input: forkInput,
  response: restProject,
  subject: inProject,
  rateLimitPerMinute: 30,
  handle: async ({ ctx, subject, input }) => {
    const namespace = input.namespace_id ?? input.namespace_path ?? input.namespace;
    const { path, name, description, visibility } = input;
    const wanted = {
      sourceId: subject.project.id,
      namespace,
      path,
      name,
      description,
      visibility,
      branch: input.branches,
    };
    const project = await forkProject(ctx, wanted);
    // Nothing was asked of it yet.
    return toRestProject(ctx, await getProjectView(ctx, project.id), { openIssues: new Map() });
  },
});

const link = defineRoute({
  method: 'POST',
  path: '/projects/:id/fork/:forked_from_id',
  ability: 'change_project_lifecycle',
  summary: 'Create a fork relationship between two projects',
  tag,
  params: z.object({ forked_from_id: idOrPathInput }),
  response: restProject,
  subject: inProject,
  handle: async ({ ctx, subject, params }) => {
    const source = await getProjectAccess(ctx, params.forked_from_id);
    await linkFork(ctx, { projectId: subject.project.id, sourceId: source.project.id });
    const view = await getProjectView(ctx, subject.project.id);
    return toRestProject(ctx, view, { openIssues: await countOpenIssues(ctx, [view]) });
  },
});

const unlink = defineRoute({
  method: 'DELETE',
  path: '/projects/:id/fork',
  ability: 'change_project_lifecycle',
  summary: 'Remove the fork relationship of a project',
  tag,
  subject: inProject,
  handle: async ({ ctx, subject, reply }) => {
    if (!(await unlinkFork(ctx, { projectId: subject.project.id }))) reply.code(304);
    return undefined;
  },
});

export const forkRoutes: readonly Route[] = [fork, link, unlink];
