import {
  listProjectsInput,
  type ListProjectsInput,
  restBasicProject,
  restProject,
} from '@tributary/contract/projects/projects.ts';
import { slicePage } from '@tributary/contract/core/paging.ts';
import { z } from 'zod';
import { findUser, findUserByUsername, hidesProfile, idsByCustomAttributes } from '../../../accounts/index.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { defineRoute, type RouteRequest } from '../../../endpoints/http/define-route.ts';
import { writeKeysetLink } from '../../../endpoints/rest/keyset.ts';
import { paged } from '../../../endpoints/rest/pagination.ts';
import { inProject } from '../../access/subjects.ts';
import { archivedFilter, listProjects, type ProjectFilter, walkProjects } from '../reads/list-projects.ts';
import { projectStatistics } from '../reads/project-details.ts';
import type { ProjectView } from '../reads/project-views.ts';
import { countOpenIssues } from '../contributed-facts.ts';
import { toRestBasicProject, toRestProject } from '../render/to-rest.ts';

type ListRequest = Pick<RouteRequest<unknown, ListProjectsInput, unknown>, 'ctx' | 'input' | 'reply'>;

function filterOf(input: ListProjectsInput): ProjectFilter {
  return {
    search: input.search,
    searchNamespaces: input.search_namespaces,
    archived: archivedFilter(input),
    markedOn: input.marked_for_deletion_on,
    visibility: input.visibility,
    owned: input.owned,
    starred: input.starred,
    membership: input.membership,
    minLevel: input.min_access_level,
    withMergeRequests: input.with_merge_requests_enabled,
    language: input.with_programming_language,
    topics: input.topic,
    activeAfter: input.last_activity_after,
    activeBefore: input.last_activity_before,
    updatedAfter: input.updated_after,
    updatedBefore: input.updated_before,
    idAfter: input.id_after,
    idBefore: input.id_before,
  };
}

async function render(ctx: ListRequest['ctx'], views: readonly ProjectView[], input: ListProjectsInput) {
  if (input.simple) return views.map((view) => toRestBasicProject(ctx, view));
  const openIssues = await countOpenIssues(ctx, views);
  return Promise.all(
    views.map(async (view) => {
      const wantsStatistics = input.statistics && view.can.readStatistics;
      const statistics = wantsStatistics ? await projectStatistics(ctx, view) : undefined;
      return toRestProject(ctx, view, { openIssues, statistics });
    }),
  );
}

/** Projects of kinds that are not kept here. */
function findsNothing(input: ListProjectsInput): boolean {
  const wanted = [input.imported, input.wiki_checksum_failed, input.repository_checksum_failed];
  return wanted.includes(true);
}

function answerNothing(input: ListProjectsInput) {
  return paged(slicePage([], { page: input.page, perPage: input.per_page }), (item) => item);
}

async function answerList({ ctx, input, reply }: ListRequest, extra: ProjectFilter) {
  if (findsNothing(input)) return answerNothing(input);
  const ids = await idsByCustomAttributes(ctx, 'project', input.custom_attributes);
  const filter = { ...filterOf(input), ...(ids && { ids }), ...extra };
  const descending = input.sort === 'desc';
  if (input.pagination === 'keyset') {
    if (input.order_by !== 'id') throw new AppError('keyset_order');
    const { items, nextId } = await walkProjects(ctx, filter, { perPage: input.per_page, descending });
    writeKeysetLink(
      { ctx, reply },
      nextId === null ? null : { name: descending ? 'id_before' : 'id_after', id: nextId },
    );
    return render(ctx, items, input);
  }
  const request = { page: input.page, perPage: input.per_page, orderBy: input.order_by, descending };
  const page = await listProjects(ctx, filter, request);
  const items = await render(ctx, page.items, input);
  return paged({ ...page, items }, (item) => item);
}

/** Of a user, by number or name; nothing of those who hide what they do. */
async function answerListOf(request: ListRequest, name: string, extra: (userId: number) => ProjectFilter) {
  const { ctx } = request;
  const user = /^\d{1,15}$/.test(name) ? await findUser(ctx, Number(name)) : await findUserByUsername(ctx, name);
  if (!user) throw new AppError('not_found', { resource: 'User' });
  if (await hidesProfile(ctx, user.id)) return answerNothing(request.input);
  return answerList(request, extra(user.id));
}

const response = z.array(z.union([restProject, restBasicProject]));

export const projectListRoutes = [
  defineRoute({
    method: 'GET',
    path: '/projects',
    ability: 'browse',
    summary: 'List the projects you can see',
    tag: 'Projects',
    input: listProjectsInput,
    response,
    handle: (request) => answerList(request, {}),
  }),
  defineRoute({
    method: 'GET',
    path: '/projects/:id/forks',
    ability: 'read_project',
    summary: 'List the forks of a project that you can see',
    tag: 'Projects',
    input: listProjectsInput,
    subject: inProject,
    response,
    handle: (request) => answerList(request, { forkedFromId: request.subject.project.id }),
  }),
  defineRoute({
    method: 'GET',
    path: '/users/:user_id/projects',
    ability: 'browse',
    summary: 'List the personal projects of a user',
    tag: 'Projects',
    params: z.object({ user_id: z.string() }),
    input: listProjectsInput,
    response,
    handle: (request) => answerListOf(request, request.params.user_id, (id) => ({ personalOf: id })),
  }),
  defineRoute({
    method: 'GET',
    path: '/users/:user_id/starred_projects',
    ability: 'browse',
    summary: 'List the projects starred by a user',
    tag: 'Projects',
    params: z.object({ user_id: z.string() }),
    input: listProjectsInput,
    response,
    handle: (request) => answerListOf(request, request.params.user_id, (id) => ({ starredBy: id })),
  }),
  defineRoute({
    method: 'GET',
    path: '/users/:user_id/contributed_projects',
    ability: 'browse',
    summary: 'List the projects that a user contributed to during the last year',
    tag: 'Projects',
    params: z.object({ user_id: z.string() }),
    input: listProjectsInput,
    response,
    handle: (request) => answerListOf(request, request.params.user_id, (id) => ({ contributedBy: id })),
  }),
];
