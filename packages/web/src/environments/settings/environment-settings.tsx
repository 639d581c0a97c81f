import type { EnvironmentSettingsPageData } from '@tributary/contract/environments/protection.ts';
import { usePage } from '../../app/navigation.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { ApprovalSettings } from './approval-settings.tsx';
import { FreezePeriods } from './freeze-periods.tsx';
import { ProtectedEnvironments } from './protected-environments.tsx';

/** What the settings of projects and groups show of environments. */
export function EnvironmentSettings() {
  const { data } = usePage<EnvironmentSettingsPageData>();
  return (
    <PageBody>
      <PageHeader title="Environment settings" />
      <ProtectedEnvironments data={data} />
      {data.allowsOwnApproval !== null && <ApprovalSettings data={data} isAllowed={data.allowsOwnApproval} />}
      {data.freezes !== null && (
        <FreezePeriods projectId={data.owner.id} freezes={data.freezes} canManage={data.can.manage} />
      )}
    </PageBody>
  );
}
