import type { DeploymentPageData } from '@tributary/contract/environments/page.ts';
import { reloadPage, usePage } from '../../app/navigation.tsx';
import { Banner } from '../../ui/banner.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Section } from '../../ui/section.tsx';
import { ApprovalButtons } from '../approval-dialog.tsx';
import { ApprovalsList } from '../approvals-list.tsx';
import { DeploymentTable } from '../deployment-table.tsx';
import { useDeploymentChanges } from '../use-deployment-changes.ts';

export default function DeploymentShowPage() {
  const { data } = usePage<DeploymentPageData>();
  const { projectId, environment, deployment, approvals } = data;
  useDeploymentChanges(projectId, () => void reloadPage());
  return (
    <PageBody width="full">
      <PageHeader
        title={`Deployment #${deployment.iid}`}
        meta={
          <span className="text-fg-muted">
            to{' '}
            <a href={environment.path} className="rounded-sm text-fg hover:text-accent-fg">
              <bdi className="wrap-anywhere">{environment.name}</bdi>
            </a>
          </span>
        }
        actions={
          approvals && (
            <ApprovalButtons
              can={approvals.can}
              projectId={projectId}
              deploymentId={deployment.id}
              environment={environment.name}
            />
          )
        }
      />
      {deployment.status === 'blocked' && (
        <Banner tone="warning">This deployment waits for approval. {approvals?.reason}</Banner>
      )}
      <Section title="Deployment">
        <DeploymentTable deployments={[deployment]} onDone={reloadPage} />
      </Section>
      {approvals && <ApprovalsList approvals={approvals} />}
    </PageBody>
  );
}
