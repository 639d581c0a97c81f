import type { ProjectActivityPageData } from '@tributary/contract/projects/page.ts';
import { usePage } from '../../app/navigation.tsx';
import { PageBeyond } from '../../app/page-beyond.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ActivityFeed } from '../home/activity-feed.tsx';
import { ListPages } from '../containers/project-list.tsx';

/** What happened in a project, newest first. */
export default function ProjectActivityPage() {
  const { activity, paging } = usePage<ProjectActivityPageData>().data;
  return (
    <PageBody>
      <PageHeader title="Activity" />
      {activity.length === 0 && paging.page > 1 ? (
        <PageBeyond />
      ) : (
        <ActivityFeed items={activity} emptyText="No activity in this project yet." />
      )}
      <ListPages paging={paging} />
    </PageBody>
  );
}
