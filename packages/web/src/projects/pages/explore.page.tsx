import type { ExplorePageData } from '@tributary/contract/projects/page.ts';
import { usePage } from '../../app/navigation.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ExploreTabs } from '../containers/explore-tabs.tsx';
import { ProjectList } from '../containers/project-list.tsx';

export default function ExplorePage() {
  const { data } = usePage<ExplorePageData>();
  return (
    <PageBody>
      <PageHeader title="Explore projects" />
      <ExploreTabs active="projects" />
      <ProjectList
        {...data}
        empty={{ title: 'No projects to explore', text: 'Public projects and those you belong to appear here.' }}
      />
    </PageBody>
  );
}
