import type { EnvironmentSettingsPageData } from '@tributary/contract/environments/protection.ts';
import { useState } from 'react';
import { reloadPage } from '../../app/navigation.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { api } from '../../lib/http.ts';
import { Section } from '../../ui/section.tsx';
import { Switch } from '../../ui/switch.tsx';
import { toast } from '../../ui/toast.tsx';

/** Whether users approve what they deploy themselves. */
export function ApprovalSettings({ data, isAllowed }: { data: EnvironmentSettingsPageData; isAllowed: boolean }) {
  const [isBusy, setBusy] = useState(false);
  const save = async (allows: boolean) => {
    setBusy(true);
    try {
      await api.put(data.settingsPath, { body: { allows_own_approval: allows } });
      await reloadPage();
    } catch (error) {
      toast({ text: messageOf(error), tone: 'failed' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Section title="Approval options">
      <Switch
        label="Allow users to approve their own deployments"
        checked={isAllowed}
        onCheckedChange={(allows) => void save(allows)}
        disabled={!data.can.manage}
        busy={isBusy}
      />
    </Section>
  );
}
