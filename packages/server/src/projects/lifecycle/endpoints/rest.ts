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
  updateProjectInput,
} from '@tributary/contract/projects/projects.ts';
import { idInput } from '@tributary/contract/core/inputs.ts';
import { z } from 'zod';
import { AVATAR_FILE, checkedAvatarType } from '../../../accounts/index.ts';
import { defineRoute } from '../../../endpoints/http/define-route.ts';
import { paged } from '../../../endpoints/rest/pagination.ts';
import type { Context } from '../../../platform/context.ts';
import { changeAvatar } from '../../avatars/operations/change-avatar.ts';
import { inProject, inRepository } from '../../access/subjects.ts';
import { listMembers } from '../../members/reads/list-members.ts';
import { toRestUserBasic } from '../../render/to-rest-user.ts';
import { createProject, type NewProjectInput } from '../operations/create-project.ts';
import { deleteProject } from '../operations/delete-project.ts';
import { updateProject } from '../operations/update-project.ts';
import { projectLanguages } from '../reads/project-languages.ts';
import { answerProject } from './answer-project.ts';
import { jiraRoutes } from './rest-jira.ts';
import { lifecycleRoutes } from './rest-lifecycle.ts';

const tag = 'Projects';

async function create(
  ctx: Context,
  { import_url: importUrl, ...input }: NewProjectInput & { import_url?: string | undefined },
  file: Buffer | undefined,
) {
  if (importUrl !== undefined && importUrl.trim() !== '') throw new AppError('import_by_url_unavailable');
  if (input.name === undefined && input.path === undefined) {
    throw new AppError('missing_parameter', { names: 'name, path' });
  }
  if (file) checkedAvatarType(file);
  const project = await createProject(ctx, input);
  if (file) await changeAvatar(ctx, { place: { kind: 'project', id: project.id }, data: file });
  return answerProject(ctx, project.id);
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
    summary: 'Delete a project and everything in it, or mark it for deletion',
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
        isPermanent: input.permanently_remove,
      });
      return { message: '202 Accepted' };
    },
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

export const projectRoutes = [...crud, ...lifecycleRoutes, ...jiraRoutes, ...facts];
