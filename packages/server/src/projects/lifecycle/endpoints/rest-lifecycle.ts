import { restProject, transferProjectInput } from '@tributary/contract/projects/projects.ts';
import { defineRoute, type RouteRequest } from '../../../endpoints/http/define-route.ts';
import { inProject } from '../../access/subjects.ts';
import { archiveProject } from '../operations/archive-project.ts';
import { restoreProject } from '../operations/delete-project.ts';
import { starProject } from '../operations/star-project.ts';
import { transferProject } from '../operations/transfer-project.ts';
import { answerProject } from './answer-project.ts';

const tag = 'Projects';

async function star(
  { ctx, reply }: Pick<RouteRequest<unknown, unknown, unknown>, 'ctx' | 'reply'>,
  projectId: number,
  starred: boolean,
) {
  const isChanged = await starProject(ctx, { projectId, starred });
  if (isChanged) return answerProject(ctx, projectId);
  reply.code(304);
  return undefined;
}

export const lifecycleRoutes = [
  defineRoute({
    method: 'POST',
    path: '/projects/:id/archive',
    ability: 'change_project_lifecycle',
    summary: 'Archive a project',
    tag,
    subject: inProject,
    response: restProject,
    handle: async ({ ctx, subject }) => {
      await archiveProject(ctx, { projectId: subject.project.id, archived: true });
      return answerProject(ctx, subject.project.id);
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/projects/:id/unarchive',
    ability: 'change_project_lifecycle',
    summary: 'Unarchive a project',
    tag,
    subject: inProject,
    response: restProject,
    handle: async ({ ctx, subject }) => {
      await archiveProject(ctx, { projectId: subject.project.id, archived: false });
      return answerProject(ctx, subject.project.id);
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/projects/:id/restore',
    ability: 'change_project_lifecycle',
    summary: 'Restore a project that is marked for deletion',
    tag,
    subject: inProject,
    response: restProject,
    handle: async ({ ctx, subject }) => {
      await restoreProject(ctx, { projectId: subject.project.id });
      return answerProject(ctx, subject.project.id);
    },
  }),
  defineRoute({
    method: 'PUT',
    path: '/projects/:id/transfer',
    ability: 'move_project',
    summary: 'Move a project to another namespace',
    tag,
    input: transferProjectInput,
    subject: inProject,
    response: restProject,
    handle: async ({ ctx, subject, input }) => {
      await transferProject(ctx, { projectId: subject.project.id, namespace: input.namespace });
      return answerProject(ctx, subject.project.id);
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/projects/:id/star',
    ability: 'star_project',
    summary: 'Star a project. Returns 304 if already starred',
    tag,
    subject: inProject,
    response: restProject,
    handle: (request) => star(request, request.subject.project.id, true),
  }),
  defineRoute({
    method: 'POST',
    path: '/projects/:id/unstar',
    ability: 'star_project',
    summary: 'Unstar a project. Returns 304 if not starred',
    tag,
    subject: inProject,
    response: restProject,
    handle: (request) => star(request, request.subject.project.id, false),
  }),
];
