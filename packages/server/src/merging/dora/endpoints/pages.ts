import type { Extensions } from '../../../platform/extensions.ts';
import { DORA_DAYS, type DoraPageData } from '@tributary/contract/environments/dora-page.ts';
import { TIERS } from '@tributary/contract/environments/status.ts';
import { definePage, type Page } from '../../../endpoints/pages/define-page.ts';
import type { Context } from '../../../platform/context.ts';
import { defineGroupNav, defineProjectNav, type NamespaceAccess, type ProjectAccess } from '../../../projects/index.ts';
import { doraFigures } from '../reads/dora-figures.ts';
import type { DoraOwner } from '../store/dora-store.ts';

const NAV = { key: 'dora', label: 'DORA metrics', icon: 'analytics', path: 'dora', group: 'Analyze' } as const;

const USUAL_DAYS = 30;

async function load(
  ctx: Context,
  owner: DoraOwner,
  container: DoraPageData['container'],
  query: URLSearchParams,
): Promise<DoraPageData> {
  const days = DORA_DAYS.find((each) => String(each) === query.get('days')) ?? USUAL_DAYS;
  const tier = TIERS.find((each) => each === query.get('tier')) ?? 'production';
  return { container, days, tier, ...(await doraFigures(ctx, owner, { days, tier })) };
}

/** Figures of how changes are delivered. */
export const doraPages: Page[] = [
  definePage<ProjectAccess, DoraPageData>({
    kind: 'project_dora',
    on: 'project',
    path: 'dora',
    ability: 'read_dora_metrics',
    nav: 'dora',
    load: async ({ ctx, subject: { project }, query }) => ({
      title: 'DORA metrics',
      breadcrumbs: [{ text: 'DORA metrics', href: `/${project.full_path}/-/dora` }],
      data: await load(
        ctx,
        { projectId: project.id },
        { kind: 'project', name: project.name, path: project.full_path },
        query,
      ),
    }),
  }),
  definePage<NamespaceAccess, DoraPageData>({
    kind: 'group_dora',
    on: 'group',
    path: 'dora',
    ability: 'read_group_dora_metrics',
    nav: 'dora',
    load: async ({ ctx, subject: { namespace }, query }) => ({
      title: 'DORA metrics',
      breadcrumbs: [{ text: 'DORA metrics', href: `/groups/${namespace.full_path}/-/dora` }],
      data: await load(
        ctx,
        { namespaceId: namespace.id },
        { kind: 'group', name: namespace.name, path: namespace.full_path },
        query,
      ),
    }),
  }),
];

export const doraPagesExtensions: Extensions = [
  defineProjectNav({ ...NAV, order: 60, ability: 'read_dora_metrics' }),
  defineGroupNav({ ...NAV, order: 60, ability: 'read_group_dora_metrics' }),
];
