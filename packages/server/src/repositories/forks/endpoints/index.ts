import type { ForkNewPageData, ForksPageData } from '@tributary/contract/projects/repository-page.ts';
import { definePage } from '../../../endpoints/pages/define-page.ts';
import type { SliceEndpoints } from '../../../endpoints/slice.ts';
import type { ProjectAccess } from '../../../projects/index.ts';
import { loadForkNew, loadForksPage } from '../reads/fork-pages.ts';
import { forkRoutes } from './rest.ts';

const forkNew = definePage<ProjectAccess, ForkNewPageData>({
  kind: 'fork_new',
  on: 'project',
  path: 'forks/new',
  ability: 'fork_project',
  nav: 'project',
  load: async ({ ctx, subject }) => ({
    title: `Fork ${subject.project.name}`,
    data: await loadForkNew(ctx, subject),
  }),
});

const forks = definePage<ProjectAccess, ForksPageData>({
  kind: 'forks',
  on: 'project',
  path: 'forks',
  ability: 'read_project',
  nav: 'project',
  load: async ({ ctx, subject, query }) => {
    const page = Number(query.get('page') ?? 1);
    const data = await loadForksPage(ctx, subject, Number.isInteger(page) && page > 0 && page < 10_000 ? page : 1);
    return { title: 'Forks', data };
  },
});

export const forkEndpoints: SliceEndpoints = { rest: forkRoutes, pages: [forkNew, forks] };
