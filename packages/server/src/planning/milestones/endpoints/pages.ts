import type { DescriptionPaths, MilestoneShowPageData, MilestonesPageData } from '@tributary/contract/planning/page.ts';
import { releasesOfMilestone } from '../../../ci/index.ts';
import { definePage, type Page, type PageResult } from '../../../endpoints/pages/define-page.ts';
import { pageNumber } from '../../../endpoints/pages/page-number.ts';
import type { Context } from '../../../platform/context.ts';
import { isAllowed } from '../../../platform/policy/policy.ts';
import type { NamespaceAccess, ProjectAccess } from '../../../projects/index.ts';
import { descriptionHtml } from '../../description-html.ts';
import { belowHref, groupContainer, type ContainerWithAncestors, projectContainer } from '../../planning-container.ts';
import { promotionGroup } from '../../shared/group-above.ts';
import { toPageContainer } from '../../to-page-container.ts';
import { milestoneProgress, milestoneSections } from '../milestone-contents.ts';
import { countMilestones, getMilestone, listMilestones } from '../reads/list-milestones.ts';
import { toMilestoneEntry } from '../render/to-page-milestone.ts';

const MILESTONES_PER_PAGE = 20;
const MAX_SEARCH_LENGTH = 200;
const STATES = ['active', 'closed', 'all'] as const;
const SORTS = ['due_date_asc', 'due_date_desc', 'title_asc', 'updated_desc'] as const;

function descriptionPaths(ctx: Context, place: ContainerWithAncestors): DescriptionPaths {
  const below = belowHref(place);
  const mayUpload = isAllowed(ctx.actor, place.kind === 'project' ? 'upload_file' : 'upload_group_file', place.policy);
  return { previewMarkdownPath: `${below}/preview_markdown`, uploadsPath: mayUpload ? `${below}/uploads` : null };
}

async function loadList(
  ctx: Context,
  place: ContainerWithAncestors,
  query: URLSearchParams,
): Promise<PageResult<MilestonesPageData>> {
  const search = (query.get('search') ?? '').slice(0, MAX_SEARCH_LENGTH);
  const state = STATES.find((known) => known === query.get('state')) ?? 'active';
  const sort = SORTS.find((known) => known === query.get('sort')) ?? 'due_date_asc';
  const filter = { search, withAncestors: true };
  const request = { page: pageNumber(query), perPage: MILESTONES_PER_PAGE, sort };
  const [page, counts] = await Promise.all([
    listMilestones(ctx, place, { ...filter, state: state === 'all' ? undefined : state }, request),
    countMilestones(ctx, place, filter),
  ]);
  const progress = await milestoneProgress(
    ctx,
    page.items.map((milestone) => milestone.id),
  );
  const mayChange = isAllowed(ctx.actor, 'admin_milestones', place.policy);
  const promotesTo = (await promotionGroup(ctx, place, 'admin_milestones'))?.fullPath ?? null;
  return {
    title: 'Milestones',
    breadcrumbs: [{ text: 'Milestones', href: `${belowHref(place)}/milestones` }],
    data: {
      place: toPageContainer(place),
      state,
      counts,
      sort,
      milestones: page.items.map((milestone) =>
        toMilestoneEntry(milestone, place, { mayChange, promotesTo, progress: progress.get(milestone.id) }),
      ),
      paging: { page: page.page, perPage: page.perPage, total: page.total ?? null, hasNext: page.hasNext },
      search,
      writing: descriptionPaths(ctx, place),
      can: { create: mayChange },
    },
  };
}

async function loadOne(
  ctx: Context,
  place: ContainerWithAncestors,
  iid: string | undefined,
): Promise<PageResult<MilestoneShowPageData>> {
  const milestone = await getMilestone(ctx, place, { iid: /^\d{1,15}$/.test(iid ?? '') ? Number(iid) : 0 });
  const [progress, html, sections, releases] = await Promise.all([
    milestoneProgress(ctx, [milestone.id]),
    descriptionHtml(ctx, place, milestone.description),
    milestoneSections(ctx, milestone.id),
    releasesOfMilestone(ctx, milestone.id),
  ]);
  const mayChange = isAllowed(ctx.actor, 'admin_milestones', place.policy);
  const promotesTo = (await promotionGroup(ctx, place, 'admin_milestones'))?.fullPath ?? null;
  const entry = toMilestoneEntry(milestone, place, { mayChange, promotesTo, progress: progress.get(milestone.id) });
  return {
    title: milestone.title,
    breadcrumbs: [
      { text: 'Milestones', href: `${belowHref(place)}/milestones` },
      { text: milestone.title, href: milestone.href },
    ],
    data: {
      place: toPageContainer(place),
      milestone: { ...entry, descriptionHtml: html, createdAt: milestone.createdAt.toISOString() },
      writing: descriptionPaths(ctx, place),
      releases: releases.map((release) => ({
        ...release,
        projectPath: place.kind === 'group' ? release.projectPath : null,
      })),
      sections: sections.map((section) => ({
        ...section,
        listHref: `${belowHref(place)}/${section.key}?state=all&milestone_title=${encodeURIComponent(milestone.title)}`,
      })),
    },
  };
}

export const milestonePages: Page[] = [
  definePage<ProjectAccess, MilestonesPageData>({
    kind: 'milestones',
    on: 'project',
    path: 'milestones',
    ability: 'read_milestones',
    nav: 'milestones',
    load: async ({ ctx, subject, query }) => loadList(ctx, await projectContainer(ctx, subject), query),
  }),
  definePage<NamespaceAccess, MilestonesPageData>({
    kind: 'milestones',
    on: 'group',
    path: 'milestones',
    ability: 'read_milestones',
    nav: 'milestones',
    load: async ({ ctx, subject, query }) => loadList(ctx, await groupContainer(ctx, subject), query),
  }),
  definePage<ProjectAccess, MilestoneShowPageData>({
    kind: 'milestone_show',
    on: 'project',
    path: 'milestones/:iid',
    ability: 'read_milestones',
    nav: 'milestones',
    load: async ({ ctx, subject, params }) => loadOne(ctx, await projectContainer(ctx, subject), params['iid']),
  }),
  definePage<NamespaceAccess, MilestoneShowPageData>({
    kind: 'milestone_show',
    on: 'group',
    path: 'milestones/:iid',
    ability: 'read_milestones',
    nav: 'milestones',
    load: async ({ ctx, subject, params }) => loadOne(ctx, await groupContainer(ctx, subject), params['iid']),
  }),
];
