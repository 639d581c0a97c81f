import type { ApprovalSettingsPageData } from '@tributary/contract/approvals/page.ts';
import { reloadPage, usePage } from '../../app/navigation.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Section } from '../../ui/section.tsx';
import { MergeSettingsForm } from '../../projects/settings/merge-settings-form.tsx';
import { StatusChecks } from '../status-checks/status-checks.tsx';
import { ApprovalSettingsForm } from '../approvals/approval-settings-form.tsx';
import { LicensePolicies } from '../licenses/license-policies.tsx';
import { RuleList } from '../approvals/rule-list.tsx';

/** How merge requests of a project are merged, and who has to approve them. */
export default function ApprovalSettingsPage() {
  const { data } = usePage<ApprovalSettingsPageData>();
  return (
    <PageBody>
      <PageHeader title="Merge request settings" />
      {data.mergeSettings && <MergeSettingsForm projectId={data.projectId} settings={data.mergeSettings} />}
      <Section
        className={data.mergeSettings ? 'border-t' : ''}
        title="Approval rules"
        text="A merge request can be merged when every rule for its target branch is met."
      >
        <RuleList
          rules={data.rules}
          projectId={data.projectId}
          rulesPath={data.rulesPath}
          branches={data.branches}
          canChange={data.canManage}
          onSaved={reloadPage}
        />
      </Section>
      <Section
        title="Approval settings"
        text="These settings apply to all merge requests of this project."
        className="border-t"
      >
        <ApprovalSettingsForm {...data} />
      </Section>
      <Section
        title="License policies"
        text="A merge request cannot be merged while the license report of its newest pipeline names a denied license."
        className="border-t"
      >
        <LicensePolicies projectId={data.projectId} canChange={data.canManage} />
      </Section>
      {data.canManage && (
        <Section
          title="Status checks"
          text="External services that are asked about each new commit of a merge request."
          className="border-t"
        >
          <StatusChecks projectId={data.projectId} branches={data.branches} />
        </Section>
      )}
    </PageBody>
  );
}
