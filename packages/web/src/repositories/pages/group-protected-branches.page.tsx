import type { GroupProtectedBranchesPageData } from '@tributary/contract/projects/repository-page.ts';
import { usePage } from '../../app/navigation.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ProtectedBranches } from '../protection/protected-branches.tsx';

export default function GroupProtectedBranchesPage() {
  const { data } = usePage<GroupProtectedBranchesPageData>();
  return (
    <PageBody>
      <PageHeader title="Repository settings" />
      <ProtectedBranches
        data={data}
        text="Rules apply to all projects in this group and its subgroups, in addition to the rules of the projects. Only selected roles and users can push or merge. Use * to protect all matching branches."
      />
    </PageBody>
  );
}
