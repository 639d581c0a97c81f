import { listMergeRequestsInput } from '@tributary/contract/merge-requests/inputs.ts';
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { ATOM_TYPE, atomFeed } from '../../endpoints/http/atom-feed.ts';
import { defineRoute, type Route } from '../../endpoints/http/define-route.ts';
import { defineScopedRoute, type ScopedRoute } from '../../endpoints/pages/define-page.ts';
import type { Context } from '../../platform/context.ts';
import { inGroup, inMergeRequests } from '../../projects/index.ts';
import { feedFields, feedFilters, isAtom, ownWork } from '../../planning/index.ts';
import { filterOfInput, orderOfInput } from '../listing/filter-of-input.ts';
import { pathOf } from '../merge-request-access.ts';
import { listMergeRequests } from '../reads/list-merge-requests.ts';
import type { MergeRequestFilter } from '../store/listing.ts';

const tag = 'Merge requests';
const rateLimitPerMinute = 60;
const input = listMergeRequestsInput.extend(feedFields).loose();

type Asked = { input: z.output<typeof input>; reply: FastifyReply };
type Of = { filter: MergeRequestFilter; name: string; listPath: string };

async function feed(ctx: Context, { filter, name, listPath }: Of, { input: sent, reply }: Asked): Promise<string> {
  const asked = feedFilters(sent);
  const { items } = await listMergeRequests(
    ctx,
    { ...(await filterOfInput(ctx, asked)), ...filter },
    { page: asked.page, perPage: asked.per_page, order: orderOfInput(asked) },
  );
  const href = `${ctx.config.url}${listPath}`;
  reply.header('content-type', ATOM_TYPE);
  return atomFeed({
    title: `${name}: merge requests`,
    href,
    selfHref: `${href}.atom`,
    entries: items.map(({ row, project, author }) => ({
      href: `${ctx.config.url}${pathOf(project.full_path, row.iid)}`,
      title: row.title,
      updatedAt: row.updated_at,
      author: { name: author?.name ?? '' },
      summary: row.description,
    })),
  });
}

const ofProject = (path: string): Route =>
  defineRoute({
    method: 'GET',
    path,
    ability: 'read_merge_request',
    summary: 'Get the merge requests of a project as an Atom feed',
    tag,
    input,
    subject: inMergeRequests,
    rateLimitPerMinute,
    handle: ({ ctx, subject: { project }, ...asked }) =>
      feed(
        ctx,
        {
          filter: { projectId: project.id },
          name: project.name,
          listPath: `/${project.full_path}/-/merge_requests`,
        },
        asked,
      ),
  });

const ofGroup = (path: string): Route =>
  defineRoute({
    method: 'GET',
    path,
    ability: 'read_group',
    summary: 'Get the merge requests of a group as an Atom feed',
    tag,
    input,
    subject: inGroup,
    rateLimitPerMinute,
    handle: ({ ctx, subject: { namespace }, ...asked }) =>
      feed(
        ctx,
        {
          filter: { namespaceId: namespace.id },
          name: namespace.name,
          listPath: `/groups/${namespace.full_path}/-/merge_requests`,
        },
        asked,
      ),
  });

const own = (path: string): Route =>
  defineRoute({
    method: 'GET',
    path,
    ability: 'read_own_work',
    summary: 'Get merge requests as an Atom feed: those assigned to you, unless the parameters name other users',
    tag,
    input,
    rateLimitPerMinute,
    handle: ({ ctx, input: asked, reply }) => {
      const of = { filter: {}, name: 'Your work', listPath: '/dashboard/merge_requests' };
      return feed(ctx, of, { input: ownWork(asked), reply });
    },
  });

/** Each also at the address of its page with `format=atom`. */
export const mergeRequestFeedRoutes: readonly ScopedRoute[] = [
  defineScopedRoute('project', ofProject('/merge_requests.atom')),
  defineScopedRoute('project', ofProject('/merge_requests'), isAtom),
  defineScopedRoute('group', ofGroup('/merge_requests.atom')),
  defineScopedRoute('group', ofGroup('/merge_requests'), isAtom),
  defineScopedRoute('instance', own('/dashboard/merge_requests.atom')),
  defineScopedRoute('instance', own('/dashboard/merge_requests'), isAtom),
];
