import type { ReleasesPageData } from '@tributary/contract/ci/releases-page.ts';
import { Rocket } from 'lucide-react';
import { usePage, usePageUrl } from '../../app/navigation.tsx';
import { PageBeyond } from '../../app/page-beyond.tsx';
import { PageFilterBar } from '../../app/page-filter-bar.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { ReleaseCard } from '../releases/release-card.tsx';

const SORTS = [
  { value: 'released_desc', label: 'Last released' },
  { value: 'released_asc', label: 'First released' },
  { value: 'created_desc', label: 'Last created' },
  { value: 'created_asc', label: 'First created' },
];

export default function ReleasesPage() {
  const { data } = usePage<ReleasesPageData>();
  const { hrefWith } = usePageUrl();
  const { releases, newHref, paging, search } = data;
  const isEmpty = releases.length === 0 && search === '' && paging.page === 1;
  const add = newHref !== null && (
    <Button asChild variant="primary">
      <a href={newHref}>New release</a>
    </Button>
  );
  return (
    <PageBody>
      <PageHeader title="Releases" actions={!isEmpty && add} />
      {!isEmpty && <PageFilterBar fields={[]} sorts={SORTS} placeholder="Search releases" />}
      {isEmpty ? (
        <EmptyState
          icon={Rocket}
          title="No releases"
          text="A release describes a tag: what changed, and where its packages are."
          action={add}
        />
      ) : releases.length === 0 && paging.page > 1 ? (
        <PageBeyond />
      ) : releases.length === 0 ? (
        <EmptyState icon={Rocket} title="No matching releases" text="Try another tag or name." />
      ) : (
        releases.map((release) => <ReleaseCard key={release.tag} release={release} />)
      )}
      <Pagination
        page={paging.page}
        hasNext={paging.hasNext}
        totalPages={paging.total === null ? undefined : Math.ceil(paging.total / paging.perPage)}
        hrefFor={(page) => hrefWith({ page: page === 1 ? null : String(page) })}
        label="Pages of releases"
      />
    </PageBody>
  );
}
