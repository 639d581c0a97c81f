import { listGroupReleasesInput, restRelease, type RestRelease } from '@tributary/contract/ci/releases.ts';
import { pageOf } from '@tributary/contract/core/paging.ts';
import { z } from 'zod';
import { defineRoute, type Route } from '../../endpoints/http/define-route.ts';
import { paged } from '../../endpoints/rest/pagination.ts';
import type { Context } from '../../platform/context.ts';
import { isAllowed } from '../../platform/policy/policy.ts';
import {
  featureIsReadable,
  featureOf,
  getProjectAccess,
  inGroup,
  projectIsVisible,
  todayOf,
} from '../../projects/index.ts';
import { listGroupReleaseRows, type ReleaseRow } from './release-store.ts';
import { toRestRelease, viewReleases } from './view-releases.ts';

const REPORTER = 20;

/** In the order of the rows, which are of several projects. */
async function answersOf(ctx: Context, rows: readonly ReleaseRow[]): Promise<RestRelease[]> {
  const answers = new Map<number, RestRelease>();
  for (const projectId of new Set(rows.map((row) => row.project_id))) {
    const access = await getProjectAccess(ctx, projectId);
    if (!isAllowed(ctx.actor, 'read_releases', featureOf(access, 'repository'))) continue;
    const own = rows.filter((row) => row.project_id === projectId);
    for (const view of await viewReleases(ctx, access, own)) {
      answers.set(view.row.id, toRestRelease(ctx, access, view));
    }
  }
  return rows.flatMap(({ id }) => answers.get(id) ?? []);
}

const SIMPLE = {
  tag_name: true,
  name: true,
  description: true,
  created_at: true,
  released_at: true,
  upcoming_release: true,
  author: true,
  _links: true,
} as const;
const simpleRelease = restRelease.pick(SIMPLE);

export const groupReleaseRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/groups/:id/releases',
    ability: 'read_group',
    summary: 'List the releases of the projects in a group and its subgroups',
    tag: 'Releases',
    input: listGroupReleasesInput,
    subject: inGroup,
    response: z.array(z.union([restRelease, simpleRelease])),
    handle: async ({ ctx, subject, input: { sort: direction, simple, page, per_page: perPage } }) => {
      const viewer = { actor: ctx.actor, today: todayOf(ctx) };
      const conditions = [projectIsVisible(ctx.actor, viewer.today), featureIsReadable(viewer, 'repository', REPORTER)];
      const which = { groupId: subject.namespace.id, conditions };
      const request = { direction, offset: (page - 1) * perPage, limit: perPage };
      const { rows, total } = await listGroupReleaseRows(ctx.db, which, request);
      const items = await answersOf(ctx, rows);
      return paged(pageOf(items, { page, perPage }, total), (item) => (simple ? simpleOf(item) : item));
    },
  }),
];

const simpleOf = (release: RestRelease) =>
  Object.fromEntries(Object.entries(release).filter(([name]) => name in SIMPLE));
