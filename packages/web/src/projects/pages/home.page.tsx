import type { HomePageData } from '@tributary/contract/projects/page.ts';
import { FolderPlus } from 'lucide-react';
import { usePage } from '../../app/navigation.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ActivityFeed } from '../home/activity-feed.tsx';
import { HomeSections } from '../home/home-sections.tsx';
import { HomeShortcuts } from '../home/home-shortcuts.tsx';

function FirstSteps({ can }: Pick<HomePageData, 'can'>) {
  return (
    <EmptyState
      icon={FolderPlus}
      title="Start with a project"
      text="A project contains a repository, issues and merge requests. Create one and push your code."
      action={
        <>
          {can.createProject && (
            <Button asChild variant="primary">
              <a href="/projects/new">New project</a>
            </Button>
          )}
          <Button asChild>
            <a href="/explore">Explore projects</a>
          </Button>
        </>
      }
    />
  );
}

function Activity({ items }: { items: HomePageData['activity'] }) {
  return (
    <section aria-labelledby="recent-activity">
      <h2 id="recent-activity" className="pb-1 text-h3 font-semibold">
        Recent activity
      </h2>
      <ActivityFeed items={items} emptyText="No activity in your projects yet." />
    </section>
  );
}

export default function HomePage() {
  const { data } = usePage<HomePageData>();
  const { projects, groups, sections, activity, can } = data;
  const isNew = projects.length === 0 && groups.length === 0 && sections.every((section) => section.total === 0);
  return (
    <PageBody>
      <PageHeader
        title="Home"
        actions={
          !isNew &&
          can.createProject && (
            <Button asChild>
              <a href="/projects/new">New project</a>
            </Button>
          )
        }
      />
      {isNew ? (
        <FirstSteps can={can} />
      ) : (
        <div className="grid gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_280px] lg:grid-rows-[auto_1fr]">
          <div className="flex min-w-0 flex-col gap-6">
            <HomeSections sections={sections} />
          </div>
          <aside aria-label="Projects and groups" className="min-w-0 lg:row-span-2">
            <HomeShortcuts projects={projects} groups={groups} />
          </aside>
          <Activity items={activity} />
        </div>
      )}
    </PageBody>
  );
}
