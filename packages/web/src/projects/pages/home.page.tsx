import type { HomePageData } from '@tributary/contract/projects/page.ts';
import { FolderPlus } from 'lucide-react';
import { usePage } from '../../app/navigation.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ActivityFeed } from '../home/activity-feed.tsx';
import { HomeSections } from '../home/home-sections.tsx';

function Places({ data }: { data: HomePageData }) {
  const places = [
    { title: 'Your projects', items: data.projects, href: '/dashboard/projects' },
    { title: 'Your groups', items: data.groups, href: null },
  ].filter((list) => list.items.length > 0);
  return (
    <>
      {places.map((list) => (
        <section key={list.title} aria-label={list.title} className="border-b py-3 last:border-b-0">
          <div className="flex items-baseline justify-between">
            <h2 className="text-sm font-medium text-fg-muted">{list.title}</h2>
            {list.href && (
              <a href={list.href} className="text-sm text-accent-fg hover:underline">
                All
              </a>
            )}
          </div>
          <ul>
            {list.items.map((place) => (
              <li key={place.id}>
                <a
                  href={place.href}
                  className="flex min-h-8 items-center gap-2 rounded-sm hover:underline"
                  title={place.fullPath}
                >
                  <Avatar name={place.name} id={place.id} src={place.avatarUrl} size={20} square />
                  <span className="truncate">{place.name}</span>
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function FirstSteps({ data }: { data: HomePageData }) {
  return (
    <EmptyState
      icon={FolderPlus}
      title="Start with a project"
      text="A project holds a repository and its merge requests. Make an empty one and push what you have."
      action={
        <span className="flex flex-wrap justify-center gap-2">
          {data.can.createProject && (
            <Button asChild variant="primary">
              <a href="/projects/new">New project</a>
            </Button>
          )}
          <Button asChild>
            <a href="/explore">Explore projects</a>
          </Button>
        </span>
      }
    />
  );
}

export default function HomePage() {
  const { data } = usePage<HomePageData>();
  const isNew = data.projects.length === 0 && data.sections.every((section) => section.total === 0);
  return (
    <PageBody sidebar={<Places data={data} />} sidebarTitle="Projects and groups">
      <PageHeader
        title="Home"
        actions={
          data.can.createProject && (
            <Button asChild>
              <a href="/projects/new">New project</a>
            </Button>
          )
        }
      />
      {isNew ? <FirstSteps data={data} /> : <HomeSections sections={data.sections} />}
      {!isNew && (
        <section aria-labelledby="recent-activity">
          <h2 id="recent-activity" className="pb-1 text-h3 font-semibold">
            Recent activity
          </h2>
          <ActivityFeed items={data.activity} emptyText="Nothing happened yet in your projects." />
        </section>
      )}
    </PageBody>
  );
}
