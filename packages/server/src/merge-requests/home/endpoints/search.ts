import type { Extensions } from '../../../platform/extensions.ts';
import type { MergeRequestState } from '@tributary/contract/merge-requests/page.ts';
import { definePaletteSource, defineSearchScope } from '../../../projects/index.ts';
import { pathOf, referenceOf } from '../../merge-request-access.ts';
import { listMergeRequests } from '../../reads/list-merge-requests.ts';
import { toRestBasic } from '../../render/to-rest.ts';

const NEWEST = { by: 'updated_at', direction: 'desc' } as const;
const EXCERPT_CHARS = 200;
const STATES: Record<string, MergeRequestState[]> = { opened: ['opened'], closed: ['closed'], merged: ['merged'] };
const STATE_NAMES: Record<MergeRequestState, string> = {
  opened: 'Open',
  closed: 'Closed',
  merged: 'Merged',
  locked: 'Open',
};

export const homeSearch: Extensions = [
  defineSearchScope({
    key: 'merge_requests',
    label: 'Merge requests',
    order: 20,
    search: (ctx, request) =>
      listMergeRequests(
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
      id: `merge_request:${row.id}`,
      title: row.title,
      href: pathOf(project.full_path, row.iid),
      icon: 'merge-request',
      reference: referenceOf(project.full_path, row.iid),
      excerpt: row.description.replaceAll(/\s+/g, ' ').trim().slice(0, EXCERPT_CHARS) || null,
      facts: [STATE_NAMES[row.state], ...(row.is_draft ? ['Draft'] : [])],
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
    toRest: (ctx, view) => toRestBasic(view, { instanceUrl: ctx.config.url }),
  }),
  definePaletteSource({
    key: 'merge_requests',
    title: 'Merge requests',
    order: 30,
    find: async (ctx, query, limit) => {
      const page = await listMergeRequests(
        ctx,
        { search: { text: query, inTitle: true, inDescription: false }, isArchived: false },
        { page: 1, perPage: limit, order: NEWEST },
      );
      return page.items.map(({ row, project }) => ({
        id: `merge_request:${row.id}`,
        text: row.title,
        detail: referenceOf(project.full_path, row.iid),
        href: pathOf(project.full_path, row.iid),
        icon: 'merge-request',
      }));
    },
  }),
];
