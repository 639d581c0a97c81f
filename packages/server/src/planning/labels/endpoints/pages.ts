import { SUGGESTED_COLORS } from '@tributary/contract/planning/labels.ts';
import type { LabelsPageData } from '@tributary/contract/planning/page.ts';
import { definePage, type Page, type PageResult } from '../../../endpoints/pages/define-page.ts';
import { pageNumber } from '../../../endpoints/pages/page-number.ts';
import type { Context } from '../../../platform/context.ts';
import { isAllowed } from '../../../platform/policy/policy.ts';
import type { NamespaceAccess, ProjectAccess } from '../../../projects/index.ts';
import { belowHref, groupContainer, type ContainerWithAncestors, projectContainer } from '../../planning-container.ts';
import { promotionGroup } from '../../shared/group-above.ts';
import { toPageContainer } from '../../to-page-container.ts';
import { labelAnswers } from '../reads/label-answers.ts';
import { listLabels } from '../reads/list-labels.ts';
import { toLabelEntry } from '../render/to-page-label.ts';

const LABELS_PER_PAGE = 50;
const MAX_SEARCH_LENGTH = 200;

async function load(
  ctx: Context,
  place: ContainerWithAncestors,
  query: URLSearchParams,
): Promise<PageResult<LabelsPageData>> {
  const search = (query.get('search') ?? '').slice(0, MAX_SEARCH_LENGTH);
  const request = { page: pageNumber(query), perPage: LABELS_PER_PAGE };
  const maySubscribe = isAllowed(ctx.actor, 'subscribe', place.policy);
  const isSubscribedOnly = maySubscribe && query.get('subscribed') === 'true';
  const page = await listLabels(ctx, place, { search, isSubscribedOnly }, request);
  const answers = await labelAnswers(ctx, place, page.items, { withCounts: true });
  const mayChange = isAllowed(ctx.actor, 'admin_labels', place.policy);
  const promotesTo = (await promotionGroup(ctx, place, 'admin_labels'))?.fullPath ?? null;
  return {
    title: 'Labels',
    breadcrumbs: [{ text: 'Labels', href: `${belowHref(place)}/labels` }],
    data: {
      place: toPageContainer(place),
      labels: answers.map((answer) => toLabelEntry(answer, place, { mayChange, maySubscribe, promotesTo })),
      paging: { page: page.page, perPage: page.perPage, total: page.total ?? null, hasNext: page.hasNext },
      search,
      isSubscribedOnly,
      suggestedColors: SUGGESTED_COLORS,
      can: { create: mayChange, subscribe: maySubscribe },
    },
  };
}

export const labelPages: Page[] = [
  definePage<ProjectAccess, LabelsPageData>({
    kind: 'labels',
    on: 'project',
    path: 'labels',
    ability: 'read_labels',
    nav: 'labels',
    load: async ({ ctx, subject, query }) => load(ctx, await projectContainer(ctx, subject), query),
  }),
  definePage<NamespaceAccess, LabelsPageData>({
    kind: 'labels',
    on: 'group',
    path: 'labels',
    ability: 'read_labels',
    nav: 'labels',
    load: async ({ ctx, subject, query }) => load(ctx, await groupContainer(ctx, subject), query),
  }),
];
