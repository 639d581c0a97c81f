import type { IssueNewPageData } from '@tributary/contract/planning/issue-page.ts';
import { usePage } from '../../app/navigation.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { IssueForm } from '../issues/issue-form.tsx';

export default function IssueNewPage() {
  const { data } = usePage<IssueNewPageData>();
  return (
    <PageBody>
      <PageHeader title="New issue" />
      <IssueForm data={data} />
    </PageBody>
  );
}
