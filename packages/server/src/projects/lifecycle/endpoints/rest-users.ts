import { restUserBasic } from '@tributary/contract/accounts/rest.ts';
import { pagingInput } from '@tributary/contract/core/inputs.ts';
import { z } from 'zod';
import { defineRoute } from '../../../endpoints/http/define-route.ts';
import { paged } from '../../../endpoints/rest/pagination.ts';
import { inProject } from '../../access/subjects.ts';
import { toRestUserBasic } from '../../render/to-rest-user.ts';
import { listStarrers } from '../reads/list-starrers.ts';

export const projectUserRoutes = [
  defineRoute({
    method: 'GET',
    path: '/projects/:id/starrers',
    ability: 'read_project',
    summary: 'List the users who starred a project',
    tag: 'Projects',
    input: z.strictObject({ ...pagingInput, search: z.string().max(255).optional() }),
    subject: inProject,
    response: z.array(z.strictObject({ starred_since: z.string(), user: restUserBasic })),
    handle: async ({ ctx, subject, input }) => {
      const filter = { projectId: subject.project.id, search: input.search };
      const page = await listStarrers(ctx, filter, { page: input.page, perPage: input.per_page });
      return paged(page, ({ user, starredAt }) => ({
        starred_since: starredAt.toISOString(),
        user: toRestUserBasic(ctx.config.url, user),
      }));
    },
  }),
];
