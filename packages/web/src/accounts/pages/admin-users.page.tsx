import type { AdminUsersPageData } from '@tributary/contract/accounts/page.ts';
import { UserPlus, Users } from 'lucide-react';
import { useState } from 'react';
import { usePage, usePageUrl } from '../../app/navigation.tsx';
import { PageFilterBar } from '../../app/page-filter-bar.tsx';
import { PageBeyond } from '../../app/page-beyond.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkTabs } from '../../ui/link-tabs.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { filterOrder, filterTexts } from '../model/user-actions.ts';
import { ActionProblem } from '../parts/action-problem.tsx';
import { NewUserDialog } from '../parts/new-user-dialog.tsx';
import { UserTable } from '../parts/user-table.tsx';
import { useUserAction } from '../parts/use-user-action.ts';

function FilterTabs({ data }: { data: AdminUsersPageData }) {
  const { hrefWith } = usePageUrl();
  // Filters that find nobody are only in the way, but for the ordinary ones.
  const shown = filterOrder.filter(
    (filter) => filter === 'all' || filter === 'active' || filter === data.filter || data.counts[filter] > 0,
  );
  return (
    <LinkTabs
      label="Users by state"
      items={shown.map((filter) => ({
        key: filter,
        label: filterTexts[filter].label,
        count: data.counts[filter],
        href: hrefWith({ filter: filter === 'all' ? null : filter, page: null }),
        active: filter === data.filter,
      }))}
    />
  );
}

export default function AdminUsersPage() {
  const { data, shell } = usePage<AdminUsersPageData>();
  const { hrefWith } = usePageUrl();
  const [isCreating, setIsCreating] = useState(false);
  const { actions, act } = useUserAction();
  const totalPages = Math.max(1, Math.ceil(data.total / data.perPage));
  return (
    <PageBody>
      <PageHeader
        title="Users"
        actions={
          <Button variant="primary" icon={UserPlus} onClick={() => setIsCreating(true)}>
            New user
          </Button>
        }
      />
      <FilterTabs data={data} />
      <PageFilterBar fields={[]} placeholder="Search by name, username or email" />
      <ActionProblem actions={actions} className="mb-3" />
      {data.users.length === 0 && data.page > 1 ? (
        <PageBeyond />
      ) : data.users.length === 0 ? (
        <EmptyState
          icon={Users}
          title={data.search === '' ? filterTexts[data.filter].empty : 'No users found'}
          text={
            data.search === ''
              ? 'Choose another state above, or create a user.'
              : `No name, username or email contains “${data.search}”.`
          }
          action={
            <Button asChild>
              <a href={hrefWith({ search: null, filter: null, page: null })}>Show all users</a>
            </Button>
          }
        />
      ) : (
        <UserTable
          label="Users"
          users={data.users}
          viewerId={shell.viewer?.id ?? null}
          busy={actions.busy}
          onAction={(user, action) => void act(user, action)}
        />
      )}
      <Pagination
        page={data.page}
        totalPages={totalPages}
        hasNext={data.page < totalPages}
        hrefFor={(page) => hrefWith({ page: String(page) })}
      />
      {isCreating && <NewUserDialog onClose={() => setIsCreating(false)} />}
    </PageBody>
  );
}
