import type { Extensions } from '../../../platform/extensions.ts';
import { definePaletteSource, defineSearchScope } from '../../../projects/index.ts';
import { issuePath, issueReference } from '../issue-access.ts';
import { type IssueFilter, listIssues } from '../reads/list-issues.ts';
import { toRestIssue } from '../render/to-rest-issue.ts';

const NEWEST = { by: 'updated_at', direction: 'desc' } as const;
const EXCERPT_CHARS = 200;
const STATES: Record<string, IssueFilter['states']> = { opened: ['opened'], closed: ['closed'] };

export const issuesSearch: Extensions = [
  defineSearchScope({
    key: 'issues',
    label: 'Issues',
    order: 15,
    search: (ctx, request) =>
      listIssues(
        ctx,
        {
          search: { text: request.query, inTitle: true, inDescription: true },
          projectId: request.project?.project.id,
          namespaceId: request.group?.namespace.id,
          states: request.state === undefined ? undefined : STATES[request.state],
        },
        { page: request.page, perPage: request.perPage, order: NEWEST },
      ),
    toItem: (_ctx, { row, project, author }) => ({
      id: `issue:${row.id}`,
      title: row.title,
      href: issuePath(project.full_path, row.iid),
      icon: 'issue',
      reference: issueReference(project.full_path, row.iid),
      excerpt: row.description.replaceAll(/\s+/g, ' ').trim().slice(0, EXCERPT_CHARS) || null,
      facts: [row.state === 'opened' ? 'Open' : 'Closed', ...(row.is_confidential ? ['Confidential'] : [])],
      person: author && {
        id: author.id,
        username: author.username,
        name: author.name,
        avatarUrl: author.avatarUrl,
        href: `/${author.username}`,
      },
      avatarUrl: null,
      at: row.updated_at.toISOString(),
    }),
    toRest: (ctx, view) => toRestIssue(view, { instanceUrl: ctx.config.url }),
  }),
  definePaletteSource({
    key: 'issues',
    title: 'Issues',
    order: 35,
    find: async (ctx, query, limit) => {
      const search = { text: query, inTitle: true, inDescription: false };
      const page = await listIssues(ctx, { search, isArchived: false }, { page: 1, perPage: limit, order: NEWEST });
      return page.items.map(({ row, project }) => ({
        id: `issue:${row.id}`,
        text: row.title,
        detail: issueReference(project.full_path, row.iid),
        href: issuePath(project.full_path, row.iid),
        icon: 'issue',
      }));
    },
  }),
];
