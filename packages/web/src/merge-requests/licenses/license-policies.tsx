import type { RestLicensePolicy } from '@tributary/contract/licenses/policies.ts';
import { LICENSE_STATUSES, type LicenseStatus } from '@tributary/contract/licenses/policy.ts';
import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { focusAfterRow } from '../../app/next-focus.ts';
import { queryClient } from '../../app/query-client.ts';
import { messageOf } from '../../lib/app-error.ts';
import { api } from '../../lib/http.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { FormError, useForm } from '../../ui/form.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.tsx';

const LABELS: Record<LicenseStatus, string> = { allowed: 'Allowed', denied: 'Denied' };
const options = LICENSE_STATUSES.map((value) => ({ value, label: LABELS[value] }));

function AddPolicy({ path, onSaved }: { path: string; onSaved: () => Promise<void> }) {
  const form = useForm({
    initial: { name: '', approval_status: 'denied' as string },
    validate: ({ name }) => (name.trim() === '' ? { name: 'Please provide a name' } : {}),
    onSubmit: async (values) => {
      await api.post(path, { body: { ...values, name: values.name.trim() } });
      form.reset({ name: '', approval_status: values.approval_status });
      await onSaved();
    },
  });
  return (
    <form {...form.props} className="flex flex-col gap-3">
      <FormError form={form} />
      <div className="flex flex-wrap items-end gap-3">
        <TextField label="License" placeholder="MIT License" {...form.text('name')} />
        <Select label="Policy" options={options} {...form.text('approval_status')} />
        <Button type="submit" icon={Plus} busy={form.busy}>
          Add license
        </Button>
      </div>
    </form>
  );
}

/** Licenses that a project allows or denies. */
export function LicensePolicies({ projectId, canChange }: { projectId: number; canChange: boolean }) {
  const path = `/api/v4/projects/${projectId}/managed_licenses`;
  const queryKey = ['merge-requests', 'license-policies', projectId];
  const { data: policies, isError } = useQuery(
    {
      queryKey,
      queryFn: ({ signal }) => api.get<RestLicensePolicy[]>(path, { query: { per_page: 100 }, signal }),
    },
    queryClient,
  );
  const refresh = () => queryClient.invalidateQueries({ queryKey });
  const remove = async ({ id, name }: RestLicensePolicy, button: Element) => {
    const isSure = await confirm({
      title: `Remove the policy of ${name}?`,
      text: 'Merge requests that use the license are no longer blocked or marked.',
      action: 'Remove license policy',
      danger: true,
    });
    if (!isSure) return;
    const focusNext = focusAfterRow(button);
    try {
      await api.delete(`${path}/${id}`);
      await refresh();
      focusNext();
    } catch (error) {
      toast({ text: messageOf(error), tone: 'failed' });
    }
  };
  if (isError && !policies) return <Banner tone="warning">There was an error loading the license policies.</Banner>;
  return (
    <div className="flex flex-col gap-3">
      {policies?.length === 0 && <p className="text-fg-muted">No licenses are allowed or denied yet.</p>}
      {policies !== undefined && policies.length > 0 && (
        <ul aria-label="License policies" className="rounded-md border bg-raised">
          {policies.map((policy) => (
            <li data-row key={policy.id} className="flex items-center gap-x-4 border-t px-3 py-2 first:border-t-0">
              <span className="min-w-0 flex-1 font-medium break-words">{policy.name}</span>
              <span className={policy.approval_status === 'denied' ? 'text-danger' : 'text-success'}>
                {LABELS[policy.approval_status]}
              </span>
              {canChange && (
                <IconButton
                  icon={Trash2}
                  label={`Remove ${policy.name}`}
                  onClick={({ currentTarget }) => void remove(policy, currentTarget)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {canChange && <AddPolicy path={path} onSaved={refresh} />}
    </div>
  );
}
