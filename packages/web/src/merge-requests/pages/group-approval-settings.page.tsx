import type { GroupApprovalSettingsPageData } from '@tributary/contract/approvals/page.ts';
import { usePage } from '../../app/navigation.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Section } from '../../ui/section.tsx';
import { ApprovalSettingsForm } from '../approvals/approval-settings-form.tsx';

/** What holds for approvals in all projects below a group. */
export default function GroupApprovalSettingsPage() {
  const { data } = usePage<GroupApprovalSettingsPageData>();
  return (
    <PageBody>
      <PageHeader title="Merge request settings" />
      <Section
        title="Approval settings"
        text="These settings apply to all projects in this group and its subgroups. A stricter setting here cannot be changed in a project."
      >
        <ApprovalSettingsForm {...data} />
      </Section>
    </PageBody>
  );
}
