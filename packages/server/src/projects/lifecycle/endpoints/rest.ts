import { AppError } from '@tributary/contract/errors/app-error.ts';
import { listProjectUsersInput } from '@tributary/contract/projects/members.ts';
import { restUserBasic } from '@tributary/contract/accounts/rest.ts';
import {
  createProjectInput,
  deleteProjectInput,
  getProjectInput,
  restAccepted,
  restLanguages,
  restProject,
  transferProjectInput,
  updateProjectInput,
} from '@tributary/contract/projects/projects.ts';
import { idInput } from '@tributary/contract/core/inputs.ts';
import { z } from 'zod';
import { AVATAR_FILE, checkedAvatarType } from '../../../accounts/index.ts';
import { defineRoute, type RouteRequest } from '../../../endpoints/http/define-route.ts';
import { paged } from '../../../endpoints/rest/pagination.ts';
import type { Context } from '../../../platform/context.ts';
import { changeAvatar } from '../../avatars/operations/change-avatar.ts';
import { inProject, inRepository } from '../../access/subjects.ts';
import { listMembers } from '../../members/reads/list-members.ts';
import { toRestUserBasic } from '../../render/to-rest-user.ts';
import { archiveProject } from '../operations/archive-project.ts';
import { createProject, type NewProjectInput } from '../operations/create-project.ts';
import { deleteProject } from '../operations/delete-project.ts';
import { starProject } from '../operations/star-project.ts';
import { transferProject } from '../operations/transfer-project.ts';
import { updateProject } from '../operations/update-project.ts';
import { countOpenIssues } from '../open-issues.ts';
import { projectDetails, projectStatistics } from '../reads/project-details.ts';
import { projectLanguages } from '../reads/project-languages.ts';
import { getProjectView } from '../reads/project-views.ts';
import { toRestProject } from '../render/to-rest.ts';

const tag = 'Projects';

/** The project as it is now, with everything that is said of one alone. */
async function answerProject(ctx: Context, projectId: number, options: { statistics?: boolean } = {}) {
  const view = await getProjectView(ctx, projectId);
  const details = await projectDetails(ctx, view);
  const wantsStatistics = options.statistics === true && view.can.readStatistics;
  const statistics = wantsStatistics ? await projectStatistics(ctx, view) : undefined;
  return toRestProject(ctx.config.url, view, { openIssues: await countOpenIssues(ctx, [view]), details, statistics });
}

async function create(ctx: Context, input: NewProjectInput, file: Buffer | undefined) {
  if (input.name === undefined && input.path === undefined) {
    throw new AppError('missing_parameter', { names: 'name, path' });
  }
  if (file) checkedAvatarType(file);
  const project = await createProject(ctx, input);
  if (file) await changeAvatar(ctx, { place: { kind: 'project', id: project.id }, data: file });
  return answerProject(ctx, project.id);
}

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

const crud = [
  defineRoute({
    method: 'POST',
    path: '/projects',
    ability: 'create_personal_project',
    summary: 'Create a project in your personal namespace or in a group',
    tag,
    input: createProjectInput,
    file: AVATAR_FILE,
    response: restProject,
    handle: ({ ctx, input, file }) => {
      const { namespace_id: namespaceId, initialize_with_readme: withReadme, avatar: _avatar, ...rest } = input;
      return create(ctx, { ...rest, namespaceId, withReadme }, file);
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/projects/user/:user_id',
    ability: 'administer',
    summary: 'Create a project in the personal namespace of a user',
    tag,
    params: z.object({ user_id: idInput }),
    input: createProjectInput.omit({ namespace_id: true }),
    file: AVATAR_FILE,
    response: restProject,
    handle: ({ ctx, params: { user_id: forUserId }, input, file }) => {
      const { initialize_with_readme: withReadme, avatar: _avatar, ...rest } = input;
      return create(ctx, { ...rest, forUserId, withReadme }, file);
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/projects/:id',
    ability: 'read_project',
    summary: 'Get a project',
    tag,
    input: getProjectInput,
    subject: inProject,
    response: restProject,
    handle: ({ ctx, subject, input }) => answerProject(ctx, subject.project.id, { statistics: input.statistics }),
  }),
  defineRoute({
    method: 'PUT',
    path: '/projects/:id',
    ability: 'update_project',
    summary: 'Update a project',
    tag,
    input: updateProjectInput,
    file: AVATAR_FILE,
    subject: inProject,
    response: restProject,
    handle: async ({ ctx, subject, input, file }) => {
      if (file) checkedAvatarType(file);
      const { avatar, ...changes } = input;
      const place = { kind: 'project', id: subject.project.id } as const;
      await updateProject(ctx, { ...changes, projectId: place.id });
      if (file || avatar === '') await changeAvatar(ctx, { place, data: file ?? null });
      return answerProject(ctx, subject.project.id);
    },
  }),
  defineRoute({
    method: 'DELETE',
    path: '/projects/:id',
    ability: 'change_project_lifecycle',
    summary: 'Delete a project and everything in it',
    tag,
    input: deleteProjectInput,
    subject: inProject,
    status: 202,
    response: restAccepted,
    changedAt: ({ subject }) => subject.project.updated_at,
    handle: async ({ ctx, subject, input }) => {
      await deleteProject(ctx, {
        projectId: subject.project.id,
        confirmation: input.full_path,
        isConfirmationRequired: input.permanently_remove,
      });
      return { message: '202 Accepted' };
    },
  }),
];

const lifecycle = [
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

const facts = [
  defineRoute({
    method: 'GET',
    path: '/projects/:id/users',
    ability: 'read_project_members',
    summary: 'List the users of a project',
    tag,
    input: listProjectUsersInput,
    subject: inProject,
    response: z.array(restUserBasic),
    handle: async ({ ctx, subject, input }) => {
      const filter = { inherited: true, search: input.search, skipUserIds: input.skip_users };
      const request = { page: input.page, perPage: input.per_page };
      const page = await listMembers(ctx, { kind: 'project', id: subject.project.id }, filter, request);
      return paged(page, (member) => toRestUserBasic(ctx.config.url, member.user));
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/projects/:id/languages',
    ability: 'read_code',
    summary: 'Get the share of each language on the default branch',
    tag,
    subject: inRepository,
    response: restLanguages,
    handle: ({ ctx, subject }) => projectLanguages(ctx, subject.project),
  }),
];

export const projectRoutes = [...crud, ...lifecycle, ...facts];
