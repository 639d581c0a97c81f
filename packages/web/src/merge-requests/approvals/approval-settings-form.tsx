import type { ApprovalSettingName, ResolvedApprovalSettings } from '@tributary/contract/approvals/settings.ts';
import { useState } from 'react';
import { reloadPage } from '../../app/navigation.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { api } from '../../lib/http.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { toast } from '../../ui/toast.tsx';

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
    label: 'When commits are added, remove only approvals of code owners whose files changed',
  },
  {
    name: 'end_approvals_on_every_push',
    label: 'Remove all approvals on every push, even after a rebase without changes',
  },
  { name: 'require_password_to_approve', label: 'Require the password to approve' },
  { name: 'require_reauthentication_to_approve', label: 'Require a recent sign-in to approve' },
];

const UPDATE_FAILED = 'There was an error updating merge request approval settings';

function hintOf({ locked, inherited_from: from }: ResolvedApprovalSettings[ApprovalSettingName]): string | undefined {
  if (locked) return `Locked by the ${from === 'instance' ? 'administrator' : 'group'}.`;
  return from === 'group' ? 'Inherited from the group.' : undefined;
}

export type ApprovalSettingsFormProps = {
  settings: ResolvedApprovalSettings;
  canManage: boolean;
  /** Of the REST API. */
  settingsPath: string;
};

/** Settings of approvals of a project or a group; each is saved when it is chosen. What an upper level locks is fixed. */
export function ApprovalSettingsForm({ settings, canManage, settingsPath }: ApprovalSettingsFormProps) {
  const [busy, setBusy] = useState<ApprovalSettingName | null>(null);
  const save = async (name: ApprovalSettingName, value: boolean) => {
    setBusy(name);
    try {
      await api.put(settingsPath, { body: { [name]: value } });
      await reloadPage();
      toast({ text: 'Merge request approval settings have been updated.' });
    } catch (error) {
      const reason = messageOf(error);
      toast({ text: reason ? `${UPDATE_FAILED}. ${reason}` : UPDATE_FAILED, tone: 'failed' });
    }
    setBusy(null);
  };
  return (
    <div className="flex flex-col gap-3">
      {SETTINGS.map(({ name, label, isReversed = false }) => (
        <Checkbox
          key={name}
          label={label}
          hint={hintOf(settings[name])}
          checked={settings[name].value !== isReversed}
          disabled={settings[name].locked || !canManage || busy !== null}
          onCheckedChange={(checked) => void save(name, checked !== isReversed)}
        />
      ))}
    </div>
  );
}
