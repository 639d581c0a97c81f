import { forkInput } from '@tributary/contract/projects/repository-inputs.ts';
import { restProject } from '@tributary/contract/projects/projects.ts';
import { defineRoute, type Route } from '../../../faces/http/define-route.ts';
import { inProject } from '../../access/subjects.ts';
import { getProjectView } from '../../lifecycle/reads/project-views.ts';
import { toRestProject } from '../../lifecycle/render/to-rest.ts';
import { forkProject } from '../operations/fork-project.ts';
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
    const wanted = { sourceId: subject.project.id, namespace, path, name, description, visibility };
    const project = await forkProject(ctx, wanted);
    // Nothing was asked of it yet.
    return toRestProject(ctx.config.url, await getProjectView(ctx, project.id), { openIssues: new Map() });
  },
});

const unlink = defineRoute({
  method: 'DELETE',
  path: '/projects/:id/fork',
  ability: 'change_project_lifecycle',
  summary: 'Make a fork stand on its own',
  tag,
  subject: inProject,
  handle: async ({ ctx, subject, reply }) => {
    if (!(await unlinkFork(ctx, { projectId: subject.project.id }))) reply.code(304);
    return undefined;
  },
});

export const forkRoutes: readonly Route[] = [fork, unlink];
