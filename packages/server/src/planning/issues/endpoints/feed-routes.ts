import { listIssuesInput } from '@tributary/contract/planning/issue-inputs.ts';
import type { z } from 'zod';
import type { FastifyReply } from 'fastify';
import { ATOM_TYPE, atomFeed } from '../../../endpoints/http/atom-feed.ts';
import { defineRoute, type Route } from '../../../endpoints/http/define-route.ts';
import { defineScopedRoute, type ScopedRoute } from '../../../endpoints/pages/define-page.ts';
import type { Context } from '../../../platform/context.ts';
import { inGroup } from '../../../projects/index.ts';
import { feedFields, feedFilters, isAtom, ownWork } from '../../shared/feed-input.ts';
import { issuePath } from '../issue-access.ts';
import { issueFilterOfInput, issueOrderOf } from '../reads/filter-of-input.ts';
import { type IssueFilter, listIssues } from '../reads/list-issues.ts';
import { onIssuesPage } from './subjects.ts';

const tag = 'Issues';
const rateLimitPerMinute = 60;
const input = listIssuesInput.extend(feedFields).loose();

type Asked = { input: z.output<typeof input>; reply: FastifyReply };
type Of = { filter: IssueFilter; name: string; listPath: string };

async function feed(ctx: Context, { filter, name, listPath }: Of, { input: sent, reply }: Asked): Promise<string> {
  const asked = feedFilters(sent);
  const order = issueOrderOf(asked);
  const all = { ...(await issueFilterOfInput(ctx, asked)), ...filter };
  const { items } = await listIssues(ctx, all, { page: asked.page, perPage: asked.per_page, order });
  const href = `${ctx.config.url}${listPath}`;
  reply.header('content-type', ATOM_TYPE);
  return atomFeed({
    title: `${name}: issues`,
    href,
    selfHref: `${href}.atom`,
    entries: items.map(({ row, project, author }) => ({
      href: `${ctx.config.url}${issuePath(project.full_path, row.iid)}`,
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
    ability: 'read_issue',
    summary: 'Get the issues of a project as an Atom feed',
    tag,
    input,
    subject: onIssuesPage,
    rateLimitPerMinute,
    handle: ({ ctx, subject: { project }, ...asked }) =>
      feed(
        ctx,
        { filter: { projectId: project.id }, name: project.name, listPath: `/${project.full_path}/-/issues` },
        asked,
      ),
  });

const ofGroup = (path: string): Route =>
  defineRoute({
    method: 'GET',
    path,
    ability: 'read_group',
    summary: 'Get the issues of a group as an Atom feed',
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
          listPath: `/groups/${namespace.full_path}/-/issues`,
        },
        asked,
      ),
  });

const own = (path: string): Route =>
  defineRoute({
    method: 'GET',
    path,
    ability: 'read_own_work',
    summary: 'Get issues as an Atom feed: those assigned to you, unless the parameters name other users',
    tag,
    input,
    rateLimitPerMinute,
    handle: ({ ctx, input: asked, reply }) => {
      const of = { filter: {}, name: 'Your work', listPath: '/dashboard/issues' };
      return feed(ctx, of, { input: ownWork(asked), reply });
    },
  });

/** Each also at the address of its page with `format=atom`. */
export const issueFeedRoutes: readonly ScopedRoute[] = [
  defineScopedRoute('project', ofProject('/issues.atom')),
  defineScopedRoute('project', ofProject('/issues'), isAtom),
  defineScopedRoute('group', ofGroup('/issues.atom')),
  defineScopedRoute('group', ofGroup('/issues'), isAtom),
  defineScopedRoute('instance', own('/dashboard/issues.atom')),
  defineScopedRoute('instance', own('/dashboard/issues'), isAtom),
];
