import type { ForksPageData } from '@tributary/contract/projects/repository-page.ts';
import { GitFork, Star } from 'lucide-react';
import { usePage, usePageUrl } from '../../app/navigation.tsx';
import { PageBeyond } from '../../app/page-beyond.tsx';
import { abbreviate, plural } from '../../lib/format.ts';
import { Time } from '../../lib/time.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { List, ListRow } from '../../ui/list-row.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Pagination } from '../../ui/pagination.tsx';

export default function ForksPage() {
  const { data } = usePage<ForksPageData>();
  const { hrefWith } = usePageUrl();
  const newFork = data.newForkHref !== null && (
    <Button asChild variant="primary" icon={GitFork}>
      <a href={data.newForkHref}>New fork</a>
    </Button>
  );
  return (
    <PageBody>
      <PageHeader
        title="Forks"
        meta={data.hiddenCount > 0 ? `You cannot see ${plural(data.hiddenCount, 'private fork')}.` : undefined}
        actions={newFork}
      />
      {data.forks.length === 0 && data.pager.page > 1 ? (
        <PageBeyond />
      ) : data.forks.length === 0 ? (
        <EmptyState
          icon={GitFork}
          title="No forks yet"
          text="Fork this project to change it freely, then propose your changes with a merge request."
        />
      ) : (
        <List label="Forks" className="bg-raised">
          {data.forks.map((fork) => (
            <ListRow
              key={fork.id}
              leading={<Avatar name={fork.name} id={fork.id} src={fork.avatarUrl} size={24} square />}
              title={fork.fullPath}
              href={`/${fork.fullPath}`}
              badges={<Badge>{fork.visibility}</Badge>}
              meta={
                <>
                  Updated <Time value={fork.lastActivityAt} />
                </>
              }
              trailing={
                <span className="inline-flex items-center gap-1" title={plural(fork.starCount, 'star')}>
                  <Star size={14} aria-hidden />
                  {abbreviate(fork.starCount)}
                  <span className="sr-only">stars</span>
                </span>
              }
            />
          ))}
        </List>
      )}
      <Pagination
        page={data.pager.page}
        hasNext={data.pager.hasNext}
        totalPages={data.pager.total === null ? undefined : Math.ceil(data.pager.total / data.pager.perPage)}
        hrefFor={(page) => hrefWith({ page: page === 1 ? null : String(page) })}
        label="Pages of forks"
      />
    </PageBody>
  );
}
