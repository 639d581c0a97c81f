import type { TrainPageData } from '@tributary/contract/merge-requests/train-page.ts';
import { definePage, type Page } from '../../../endpoints/pages/define-page.ts';
import { pageNumber } from '../../../endpoints/pages/page-number.ts';
import { authorize } from '../../../platform/policy/policy.ts';
import { featureOf, type ProjectAccess } from '../../../projects/index.ts';
import { trainPage } from '../reads/train-page.ts';

const MAX_NAME = 1_000;

export const trainPages: Page[] = [
  definePage<ProjectAccess, TrainPageData>({
    kind: 'merge_train',
    on: 'project',
    path: 'merge_trains',
    ability: 'read_merge_request',
    nav: 'merge_requests',
    load: async ({ ctx, subject, query }) => {
      authorize(ctx.actor, 'read_merge_request', featureOf(subject, 'merge_requests'));
      const home = `/${subject.project.full_path}/-`;
      const data = await trainPage(ctx, subject, {
        requested: query.get('target_branch')?.slice(0, MAX_NAME) || null,
        page: pageNumber(query),
      });
      return {
        title: 'Merge trains',
        breadcrumbs: [
          { text: 'Merge requests', href: `${home}/merge_requests` },
          { text: 'Merge trains', href: `${home}/merge_trains` },
        ],
        data,
      };
    },
  }),
];
