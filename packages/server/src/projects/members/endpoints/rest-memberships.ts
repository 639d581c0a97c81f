import { listMembershipsInput, restMembership } from '@tributary/contract/projects/members.ts';
import { idInput } from '@tributary/contract/core/inputs.ts';
import { z } from 'zod';
import { defineRoute } from '../../../endpoints/http/define-route.ts';
import { paged } from '../../../endpoints/rest/pagination.ts';
import { listMemberships } from '../reads/list-memberships.ts';

export const membershipRoutes = [
  defineRoute({
    method: 'GET',
    path: '/users/:user_id/memberships',
    ability: 'read_user_administration',
    summary: 'List the project and group memberships of a user',
    tag: 'Members',
    params: z.object({ user_id: idInput }),
    input: listMembershipsInput,
    response: z.array(restMembership),
    handle: async ({ ctx, params, input }) => {
      const request = { page: input.page, perPage: input.per_page };
      const page = await listMemberships(ctx, { userId: params.user_id, type: input.type }, request);
      return paged(page, (row) => ({
        source_id: row.id,
        source_name: row.name,
        source_type: row.type,
        access_level: row.level,
      }));
    },
  }),
];
