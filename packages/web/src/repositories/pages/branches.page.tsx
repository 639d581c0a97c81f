import type { BranchesPageData, BranchTab } from '@tributary/contract/projects/repository-page.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { useQuery } from '@tanstack/react-query';
import { Ellipsis, GitBranch, Plus, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { reloadPage, usePage, usePageUrl } from '../../app/navigation.tsx';
import { PageFilterBar } from '../../app/page-filter-bar.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { Button } from '../../ui/button.tsx';
import { useConfirm } from '../../ui/confirm.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { LinkTabs } from '../../ui/link-tabs.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { toast } from '../../ui/toast.tsx';
import { BranchSection } from '../refs/branch-section.tsx';
import { deleteMergedBranches } from '../commands.ts';
import { NewRefDialog } from '../dialogs.tsx';
import { divergence } from '../queries.ts';

const TABS: readonly { key: BranchTab; label: string }[] = [
  { key: 'overview', label: 'Overview' },
  { key: 'active', label: 'Active' },
  { key: 'stale', label: 'Stale' },
  { key: 'all', label: 'All' },
];

const SORTS = [
  { value: 'updated_desc', label: 'Last updated' },
  { value: 'updated_asc', label: 'Oldest updated' },
  { value: 'name_asc', label: 'Name' },
];

const BATCH = 40;

function DeleteMerged({ projectId, defaultBranch }: { projectId: number; defaultBranch: string | null }) {
  const confirm = useConfirm();
  const run = async (): Promise<void> => {
    const isSure = await confirm({
      title: 'Delete merged branches?',
      text: `All branches merged into ${defaultBranch ?? 'the default branch'} are deleted, except protected branches.`,
      action: 'Delete merged branches',
      danger: true,
    });
    if (!isSure) return;
    try {
      await deleteMergedBranches(projectId);
      toast({ text: 'Merged branches are being deleted.' });
      await reloadPage();
    } catch (error) {
      toast({ text: messageOf(error), tone: 'failed' });
    }
  };
  return (
    <Menu align="end" trigger={<IconButton icon={Ellipsis} label="More actions" variant="secondary" />}>
      <MenuItem icon={Trash2} danger onSelect={() => void run()}>
        Delete merged branches
      </MenuItem>
    </Menu>
  );
}

/** Counts come after the list; they are asked for in the parts that the server takes. */
function useDivergence(data: BranchesPageData) {
  const names = useMemo(
    () =>
      data.sections
        .flatMap((section) => section.branches.filter((branch) => !branch.isDefault))
        .map(({ name }) => name),
    [data],
  );
  const first = useQuery(divergence(data.divergencePath, names.slice(0, BATCH)), queryClient);
  const second = useQuery(divergence(data.divergencePath, names.slice(BATCH, 2 * BATCH)), queryClient);
  // A map: branches may be named like what every object has.
  return useMemo(
    () => new Map([...Object.entries(first.data ?? {}), ...Object.entries(second.data ?? {})]),
    [first.data, second.data],
  );
}

export default function BranchesPage() {
  const { data } = usePage<BranchesPageData>();
  const { hrefWith, search } = usePageUrl();
  const [isCreating, setCreating] = useState(false);
  const counts = useDivergence(data);
  const base = repositoryPaths.branches(data.projectPath);
  const isEmpty = data.sections.every((section) => section.branches.length === 0);
  const kept = search.get('search') ?? '';
  return (
    <PageBody>
      <PageHeader
        title="Branches"
        actions={
          <>
            {data.can.create && (
              <Button variant="primary" icon={Plus} onClick={() => setCreating(true)}>
                New branch
              </Button>
            )}
            {data.can.deleteMerged && <DeleteMerged projectId={data.projectId} defaultBranch={data.defaultBranch} />}
          </>
        }
      />
      <LinkTabs
        label="Branch filter"
        items={TABS.map((tab) => ({
          ...tab,
          active: tab.key === data.tab,
          ...(tab.key === 'all' && { count: data.total }),
          href: `${base}${tab.key === 'overview' ? '' : `/${tab.key}`}${kept === '' ? '' : `?search=${encodeURIComponent(kept)}`}`,
        }))}
      />
      <PageFilterBar fields={[]} {...(data.tab !== 'overview' && { sorts: SORTS })} placeholder="Search branches" />
      {isEmpty ? (
        <EmptyState
          icon={GitBranch}
          title={data.search === '' ? 'No branches here' : 'No matching branches'}
          text={data.search === '' ? 'Push a branch or create one here.' : 'Try a different name.'}
        />
      ) : (
        data.sections.map((section) => (
          <BranchSection
            key={section.kind}
            section={section}
            projectId={data.projectId}
            counts={counts}
            canWrite={data.can.create}
          />
        ))
      )}
      {data.pager !== null && (
        <Pagination
          page={data.pager.page}
          hasNext={data.pager.hasNext}
          totalPages={data.pager.total === null ? undefined : Math.ceil(data.pager.total / data.pager.perPage)}
          hrefFor={(page) => hrefWith({ page: page === 1 ? null : String(page) })}
          label="Pages of branches"
        />
      )}
      {isCreating && (
        <NewRefDialog
          kind="branch"
          projectId={data.projectId}
          projectPath={data.projectPath}
          refsPath={data.newBranchRefsPath}
          from={data.defaultBranch ?? ''}
          onClose={() => setCreating(false)}
        />
      )}
    </PageBody>
  );
}
