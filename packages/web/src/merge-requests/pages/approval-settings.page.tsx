import type { ApprovalSettingsPageData } from '@tributary/contract/approvals/page.ts';
import type { ApprovalSettingName } from '@tributary/contract/approvals/settings.ts';
import { useState } from 'react';
import { reloadPage, usePage } from '../../app/navigation.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { api } from '../../lib/http.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Section } from '../../ui/section.tsx';
import { toast } from '../../ui/toast.tsx';
import { MergeSettingsForm } from '../../projects/settings/merge-settings-form.tsx';
import { StatusChecks } from '../status-checks/status-checks.tsx';
import { RuleList } from '../approvals/rule-list.tsx';

/** `isReversed`: the box says what the setting does not. */
const SETTINGS: readonly { name: ApprovalSettingName; label: string; isReversed?: true }[] = [
  { name: 'allow_author_approval', label: 'Prevent approval by the author', isReversed: true },
  { name: 'allow_committer_approval', label: 'Prevent approvals by users who added commits', isReversed: true },
  {
    name: 'allow_overrides_to_approver_list_per_merge_request',
    label: 'Prevent editing approval rules in merge requests',
    isReversed: true,
  },
  { name: 'retain_approvals_on_push', label: 'Keep approvals when commits are added' },
  {
    name: 'selective_code_owner_removals',
    label: 'When commits are added, end only approvals of code owners whose files changed',
  },
  { name: 'end_approvals_on_every_push', label: 'End approvals on every push, also after a rebase without changes' },
  { name: 'require_password_to_approve', label: 'Require the password to approve' },
  { name: 'require_reauthentication_to_approve', label: 'Require a recent sign-in to approve' },
];

function Settings({ data }: { data: ApprovalSettingsPageData }) {
  const [busy, setBusy] = useState<ApprovalSettingName | null>(null);
  const save = async (name: ApprovalSettingName, value: boolean) => {
    setBusy(name);
    try {
      await api.put(data.settingsPath, { body: { [name]: value } });
      await reloadPage();
      toast({ text: 'Merge request approval settings have been updated.' });
    } catch (error) {
      toast({
        text: messageOf(error) || 'There was an error updating merge request approval settings',
        tone: 'failed',
      });
    }
    setBusy(null);
  };
  return (
    <div className="flex flex-col gap-3">
      {SETTINGS.map(({ name, label, isReversed = false }) => {
        const { value, locked, inherited_from: from } = data.settings[name];
        return (
          <Checkbox
            key={name}
            label={label}
            hint={locked ? `Locked by the ${from === 'instance' ? 'administrator' : 'group'}.` : undefined}
            checked={value !== isReversed}
            disabled={locked || !data.canManage || busy !== null}
            onCheckedChange={(checked) => void save(name, checked !== isReversed)}
          />
        );
      })}
    </div>
  );
}

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
      <Section title="Approval settings" text="They hold for all merge requests of the project." className="border-t">
        <Settings data={data} />
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
