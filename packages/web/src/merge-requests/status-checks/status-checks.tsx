import type { PageBranch } from '@tributary/contract/approvals/page.ts';
import type { RestExternalStatusCheck } from '@tributary/contract/status-checks/rest.ts';
import { useQuery } from '@tanstack/react-query';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { queryClient } from '../../app/query-client.ts';
import { messageOf } from '../../lib/app-error.ts';
import { api } from '../../lib/http.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { toast } from '../../ui/toast.tsx';
import { StatusCheckDialog } from './status-check-dialog.tsx';

type CheckRowProps = { check: RestExternalStatusCheck; onEdit: () => void; onRemove: () => void };

function CheckRow({ check, onEdit, onRemove }: CheckRowProps) {
  const branches = check.protected_branches.map(({ name }) => name).join(', ') || 'All branches';
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t px-3 py-2 first:border-t-0">
      <span className="min-w-40 flex-1 font-medium break-words">
        {check.name}
        <span className="block text-sm font-normal text-fg-muted">{branches}</span>
      </span>
      <span className="min-w-0 flex-1 basis-48 break-all text-fg-muted">{check.external_url}</span>
      <span className="text-sm whitespace-nowrap text-fg-muted">{check.hmac ? 'HMAC enabled' : 'HMAC disabled'}</span>
      <span className="flex gap-1">
        <IconButton icon={Pencil} label={`Edit ${check.name}`} onClick={onEdit} />
        <IconButton icon={Trash2} label={`Remove ${check.name}`} onClick={onRemove} />
      </span>
    </li>
  );
}

/** External status checks of a project, with the form to add and change them. */
export function StatusChecks({ projectId, branches }: { projectId: number; branches: readonly PageBranch[] }) {
  const path = `/api/v4/projects/${projectId}/external_status_checks`;
  const queryKey = ['merge-requests', 'external-status-checks', projectId];
  const { data: checks, isError } = useQuery(
    {
      queryKey,
      queryFn: ({ signal }) => api.get<RestExternalStatusCheck[]>(path, { query: { per_page: 100 }, signal }),
    },
    queryClient,
  );
  /** Null: none; `new`: one that is added. */
  const [edited, setEdited] = useState<RestExternalStatusCheck | 'new' | null>(null);
  const refresh = () => queryClient.invalidateQueries({ queryKey });
  const remove = async (check: RestExternalStatusCheck) => {
    const isSure = await confirm({
      title: 'Remove status check?',
      text: `You are about to remove the ${check.name} status check.`,
      action: 'Remove status check',
      danger: true,
    });
    if (!isSure) return;
    try {
      await api.delete(`${path}/${check.id}`);
      await refresh();
    } catch (error) {
      toast({ text: messageOf(error), tone: 'failed' });
    }
  };
  if (isError && !checks) return <Banner tone="warning">There was an error loading the status checks.</Banner>;
  return (
    <div className="flex flex-col gap-3">
      {checks?.length === 0 && <p className="text-fg-muted">No status checks are defined yet.</p>}
      {checks !== undefined && checks.length > 0 && (
        <ul aria-label="Status checks" className="rounded-md border bg-raised">
          {checks.map((check) => (
            <CheckRow
              key={check.id}
              check={check}
              onEdit={() => setEdited(check)}
              onRemove={() => void remove(check)}
            />
          ))}
        </ul>
      )}
      <div>
        <Button icon={Plus} onClick={() => setEdited('new')}>
          Add status check
        </Button>
      </div>
      {edited !== null && (
        <StatusCheckDialog
          check={edited === 'new' ? null : edited}
          path={path}
          branches={branches}
          onClose={() => setEdited(null)}
          onSaved={refresh}
        />
      )}
    </div>
  );
}
