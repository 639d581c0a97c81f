import type { HomePageData, ContainerRef } from '@tributary/contract/projects/page.ts';
import { Avatar } from '../../ui/avatar.tsx';

function PlaceList({ title, places, href }: { title: string; places: readonly ContainerRef[]; href: string | null }) {
  if (places.length === 0) return null;
  return (
    <section aria-label={title} className="min-w-0">
      <div className="flex items-baseline justify-between gap-3 pb-1">
        <h2 className="text-sm font-medium text-fg-muted">{title}</h2>
        {href !== null && (
          <a href={href} aria-label={`All ${title.toLowerCase()}`} className="text-sm text-accent-fg hover:underline">
            All
          </a>
        )}
      </div>
      <ul>
        {places.map((place) => (
          <li key={place.id}>
            <a
              href={place.href}
              title={place.fullPath}
              className="control -mx-2 flex min-h-7 items-center gap-2 rounded-md px-2 text-fg hover:bg-hover"
            >
              <Avatar name={place.name} id={place.id} src={place.avatarUrl} size={20} square />
              <bdi className="truncate">{place.name}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Short ways to where one works. */
export function HomeShortcuts({ projects, groups }: Pick<HomePageData, 'projects' | 'groups'>) {
  return (
    <div className="grid gap-x-8 gap-y-5 sm:grid-cols-2 lg:grid-cols-1">
      <PlaceList title="Your projects" places={projects} href="/dashboard/projects" />
      <PlaceList title="Your groups" places={groups} href={null} />
    </div>
  );
}
