import type { ProtectedBranchesPageData } from '@tributary/contract/projects/repository-page.ts';
import { usePage } from '../../app/navigation.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ProtectedBranches } from '../protection/protected-branches.tsx';
import { ProtectedTags } from '../protection/protected-tags.tsx';

export default function ProtectedBranchesPage() {
  const { data } = usePage<ProtectedBranchesPageData>();
  return (
    <PageBody>
      <PageHeader title="Repository settings" />
      <ProtectedBranches
        data={data}
        text="Protected branches cannot be rewritten or deleted. Only selected roles and users can push or merge. Use * to protect all matching branches."
      />
      <ProtectedTags data={data} />
    </PageBody>
  );
}
