import type { EnvironmentPageData } from '@tributary/contract/environments/page.ts';
import { Rocket } from 'lucide-react';
import { useState } from 'react';
import { reloadPage, useNavigate, usePage } from '../../app/navigation.tsx';
import { PageBeyond } from '../../app/page-beyond.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { api } from '../../lib/http.ts';
import { Time } from '../../lib/time.tsx';
import { ListPages } from '../../projects/containers/project-list.tsx';
import { Button } from '../../ui/button.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { toast } from '../../ui/toast.tsx';
import { ActButton } from '../act-button.tsx';
import { DeploymentTable } from '../deployment-table.tsx';
import { EnvironmentDialog } from '../environment-dialog.tsx';
import { EnvironmentBadges, OpenAppButton } from '../environment-parts.tsx';
import { useDeploymentChanges } from '../use-deployment-changes.ts';

/** Keeps an environment that would be stopped by itself. */
function KeepButton({ path }: { path: string }) {
  const [isBusy, setBusy] = useState(false);
  const keep = async () => {
    setBusy(true);
    try {
      await api.post(path);
      await reloadPage();
    } catch (error) {
      toast({ text: messageOf(error), tone: 'failed' });
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button size="sm" busy={isBusy} onClick={() => void keep()}>
      Keep
    </Button>
  );
}

function DeleteButton({ data: { environment, projectId, projectPath } }: { data: EnvironmentPageData }) {
  const navigate = useNavigate();
  const remove = async () => {
    const question = {
      title: `Delete ${environment.name}?`,
      text: 'Its deployments are also deleted. This cannot be undone.',
    };
    if (!(await confirm({ ...question, action: 'Delete environment', danger: true }))) return;
    try {
      await api.delete(`/api/v4/projects/${projectId}/environments/${environment.id}`);
      await navigate(`/${projectPath}/-/environments?scope=stopped`);
    } catch (error) {
      toast({ text: messageOf(error), tone: 'failed' });
    }
  };
  return (
    <Button variant="danger" onClick={() => void remove()}>
      Delete
    </Button>
  );
}

export default function EnvironmentShowPage() {
  const { data } = usePage<EnvironmentPageData>();
  const { environment, deployments } = data;
  const { auto_stop_at: autoStopAt, cancel_auto_stop_path: keepPath, stop_path: stopPath } = environment;
  const [isEdited, setEdited] = useState(false);
  useDeploymentChanges(data.projectId, () => void reloadPage());
  return (
    <PageBody width="full">
      <PageHeader
        title={environment.name}
        meta={
          <div className="flex flex-wrap items-center gap-2 text-fg-muted">
            <EnvironmentBadges environment={environment} />
            {autoStopAt !== null && (
              <span>
                Stops <Time value={autoStopAt} />
              </span>
            )}
            {keepPath !== null && <KeepButton path={keepPath} />}
          </div>
        }
        actions={
          <>
            {environment.external_url !== null && environment.state !== 'stopped' && (
              <OpenAppButton url={environment.external_url} />
            )}
            {stopPath !== null && <ActButton act="stop" path={stopPath} onDone={reloadPage} />}
            {data.can.update && (
              <Button size="sm" onClick={() => setEdited(true)}>
                Edit
              </Button>
            )}
            {data.can.destroy && <DeleteButton data={data} />}
          </>
        }
      />
      {isEdited && (
        <EnvironmentDialog projectId={data.projectId} environment={environment} onClose={() => setEdited(false)} />
      )}
      {environment.description !== '' && (
        <p className="pb-3 wrap-anywhere whitespace-pre-wrap">{environment.description}</p>
      )}
      {deployments.length > 0 && <DeploymentTable deployments={deployments} onDone={reloadPage} />}
      {deployments.length === 0 && data.paging.page > 1 && <PageBeyond />}
      {deployments.length === 0 && data.paging.page === 1 && (
        <EmptyState
          icon={Rocket}
          title="You don't have any deployments right now"
          text="Run a job with this environment, or report deployments with the API."
        />
      )}
      <ListPages paging={data.paging} />
    </PageBody>
  );
}
