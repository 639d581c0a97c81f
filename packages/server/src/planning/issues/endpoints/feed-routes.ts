import { listIssuesInput } from '@tributary/contract/planning/issue-inputs.ts';
import type { z } from 'zod';
import type { FastifyReply } from 'fastify';
import { ATOM_TYPE, atomFeed } from '../../../endpoints/http/atom-feed.ts';
import { defineRoute } from '../../../endpoints/http/define-route.ts';
import { defineScopedRoute, type ScopedRoute } from '../../../endpoints/pages/define-page.ts';
import type { Context } from '../../../platform/context.ts';
import { inGroup } from '../../../projects/index.ts';
import { issuePath } from '../issue-access.ts';
import { issueFilterOfInput, issueOrderOf } from '../reads/filter-of-input.ts';
import { type IssueFilter, listIssues } from '../reads/list-issues.ts';
import { onIssuesPage } from './subjects.ts';

const path = '/issues.atom';
const tag = 'Issues';

type Asked = { input: z.output<typeof listIssuesInput>; reply: FastifyReply };
type Of = { filter: IssueFilter; name: string; listPath: string };

async function feed(ctx: Context, { filter, name, listPath }: Of, { input, reply }: Asked): Promise<string> {
  const order = issueOrderOf(input);
  const all = { ...(await issueFilterOfInput(ctx, input)), ...filter };
  const { items } = await listIssues(ctx, all, { page: input.page, perPage: input.per_page, order });
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

const ofProject = defineRoute({
  method: 'GET',
  path,
  ability: 'read_issue',
  summary: 'Get the issues of a project as an Atom feed',
  tag,
  input: listIssuesInput,
  subject: onIssuesPage,
  rateLimitPerMinute: 60,
  handle: ({ ctx, subject: { project }, ...asked }) =>
    feed(
      ctx,
      { filter: { projectId: project.id }, name: project.name, listPath: `/${project.full_path}/-/issues` },
      asked,
    ),
});

const ofGroup = defineRoute({
  method: 'GET',
  path,
  ability: 'read_group',
  summary: 'Get the issues of a group as an Atom feed',
  tag,
  input: listIssuesInput,
  subject: inGroup,
  rateLimitPerMinute: 60,
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

export const issueFeedRoutes: readonly ScopedRoute[] = [
  defineScopedRoute('project', ofProject),
  defineScopedRoute('group', ofGroup),
];
