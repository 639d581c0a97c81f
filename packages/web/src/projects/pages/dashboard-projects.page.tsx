import type { DashboardProjectsPageData } from '@tributary/contract/projects/page.ts';
import { usePage, usePageUrl } from '../../app/navigation.tsx';
import { Button } from '../../ui/button.tsx';
import { LinkTabs } from '../../ui/link-tabs.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ProjectList } from '../containers/project-list.tsx';

const TABS = [
  ['member', 'Member'],
  ['personal', 'Personal'],
  ['starred', 'Starred'],
] as const;

const EMPTY = {
  member: { title: 'No projects yet', text: 'Projects you create or are added to appear here.' },
  personal: { title: 'No personal projects', text: 'Projects in your personal namespace appear here.' },
  starred: { title: 'No starred projects', text: 'Star a project to see it here.' },
};

export default function DashboardProjectsPage() {
  const { data } = usePage<DashboardProjectsPageData>();
  const { hrefWith } = usePageUrl();
  const create = (
    <Button asChild variant="primary">
      <a href="/projects/new">New project</a>
    </Button>
  );
  return (
    <PageBody>
      <PageHeader title="Projects" actions={create} />
      <LinkTabs
        label="Projects"
        items={TABS.map(([key, label]) => ({
          key,
          label,
          count: data.counts[key],
          active: data.tab === key,
          href: hrefWith({ tab: key === 'member' ? null : key, page: null }),
        }))}
      />
      <ProjectList {...data} empty={{ ...EMPTY[data.tab], ...(data.tab !== 'starred' && { action: create }) }} />
    </PageBody>
  );
}
