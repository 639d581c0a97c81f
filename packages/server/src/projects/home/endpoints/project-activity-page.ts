import type { ProjectActivityPageData } from '@tributary/contract/projects/page.ts';
import { definePage, type Page } from '../../../endpoints/pages/define-page.ts';
import { pageNumber } from '../../../endpoints/pages/page-number.ts';
import type { ProjectAccess } from '../../access/project-access.ts';
import { listActivity } from '../reads/activity.ts';
import { toActivityItem } from '../render/to-page-activity.ts';

const PER_PAGE = 50;

export const projectActivityPages: Page[] = [
  definePage<ProjectAccess, ProjectActivityPageData>({
    kind: 'project_activity',
    on: 'project',
    path: 'activity',
    ability: 'read_project',
    nav: 'project_activity',
    load: async ({ ctx, subject: { project }, query }) => {
      const page = pageNumber(query);
      // One more than shown tells whether there is a next page.
      const wanted = { skip: (page - 1) * PER_PAGE, limit: PER_PAGE + 1 };
      const found = await listActivity(ctx, { projectIds: [project.id] }, wanted);
      return {
        title: 'Activity',
        feed: { title: `${project.name}: activity`, href: `/${project.full_path}.atom` },
        breadcrumbs: [{ text: 'Activity', href: `/${project.full_path}/-/activity` }],
        data: {
          // Every entry is of this project.
          activity: found.slice(0, PER_PAGE).map((view) => ({ ...toActivityItem(view), project: null })),
          paging: { page, perPage: PER_PAGE, total: null, hasNext: found.length > PER_PAGE },
        },
      };
    },
  }),
];
