import type { CatalogCard, CatalogPageData, CatalogSort } from '@tributary/contract/ci/catalog-page.ts';
import { Blocks, SearchX, Star } from 'lucide-react';
import { usePage, usePageUrl } from '../../app/navigation.tsx';
import { PageBeyond } from '../../app/page-beyond.tsx';
import { PageFilterBar } from '../../app/page-filter-bar.tsx';
import { formatCount } from '../../lib/format.ts';
import { Time } from '../../lib/time.tsx';
import { ExploreTabs } from '../../projects/containers/explore-tabs.tsx';
import { ListPages } from '../../projects/containers/project-list.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkTabs } from '../../ui/link-tabs.tsx';
import { List, ListRow } from '../../ui/list-row.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';

const SORTS: readonly { value: CatalogSort; label: string }[] = [
  { value: 'latest_released_at_desc', label: 'Released recently' },
  { value: 'latest_released_at_asc', label: 'Released long ago' },
  { value: 'name_asc', label: 'Name, ascending' },
  { value: 'name_desc', label: 'Name, descending' },
  { value: 'star_count_desc', label: 'Most stars' },
];

function Row({ card }: { card: CatalogCard }) {
  return (
    <ListRow
      leading={<Avatar square id={card.id} name={card.name} src={card.avatarUrl} size={32} />}
      title={<bdi>{card.name}</bdi>}
      href={card.href}
      badges={
        <>
          <Badge>{card.latestVersion}</Badge>
          {card.topics.map((topic) => (
            <Badge key={topic}>{topic}</Badge>
          ))}
        </>
      }
      meta={
        <>
          <bdi>{card.fullPath}</bdi> · Released <Time value={card.latestReleasedAt} />
          <span className="block wrap-anywhere">{card.description}</span>
        </>
      }
      trailing={
        <span className="inline-flex items-center gap-1 text-sm text-fg-muted tabular-nums">
          <Star size={14} aria-hidden />
          {formatCount(card.starCount)}
          <span className="sr-only">stars</span>
        </span>
      }
    />
  );
}

function Nothing({ data }: { data: CatalogPageData }) {
  const { setSearch } = usePageUrl();
  if (data.paging.page > 1) return <PageBeyond />;
  if (data.search !== '' || data.scope !== 'all') {
    return (
      <EmptyState
        icon={SearchX}
        title="No matching components"
        text="Change the search, or look in all projects."
        action={<Button onClick={() => void setSearch({ search: null, scope: null, page: null })}>View all</Button>}
      />
    );
  }
  return (
    <EmptyState
      icon={Blocks}
      title="The catalog is empty"
      text="Turn on “CI/CD catalog project” under Settings, CI/CD of a project with components, and publish a release with a semantic version."
    />
  );
}

/** Projects with components that pipelines can include. */
export default function CatalogPage() {
  const { data } = usePage<CatalogPageData>();
  const { hrefWith } = usePageUrl();
  return (
    <PageBody>
      <PageHeader title="CI/CD catalog" meta="Components that pipelines of all projects can include." />
      <ExploreTabs active="catalog" />
      {data.isSignedIn && (
        <LinkTabs
          label="Catalog"
          items={(['all', 'namespaces'] as const).map((key) => ({
            key,
            label: key === 'all' ? 'All' : 'Your groups and projects',
            active: data.scope === key,
            href: hrefWith({ scope: key === 'all' ? null : key, page: null }),
          }))}
        />
      )}
      <PageFilterBar fields={[]} sorts={SORTS} placeholder="Search the catalog" />
      {data.resources.length > 0 ? (
        <List label="Catalog">
          {data.resources.map((card) => (
            <Row key={card.fullPath} card={card} />
          ))}
        </List>
      ) : (
        <Nothing data={data} />
      )}
      <ListPages paging={data.paging} />
    </PageBody>
  );
}
