import type { DeploymentApprovalStatus } from '@tributary/contract/environments/status.ts';
import type { PageApprovals } from '@tributary/contract/environments/approvals.ts';
import { useState } from 'react';
import { reloadPage } from '../app/navigation.tsx';
import { api } from '../lib/http.ts';
import { Button } from '../ui/button.tsx';
import { FormDialog } from '../ui/form-dialog.tsx';
import { useForm } from '../ui/form.tsx';
import { TextArea } from '../ui/text-area.tsx';

type Props = {
  path: string;
  status: DeploymentApprovalStatus;
  environment: string;
  onClose: () => void;
};

const LABELS = {
  approved: {
    title: 'Approve the deployment',
    action: 'Approve',
    text: 'When all approvals are given, the job starts.',
  },
  rejected: { title: 'Reject the deployment', action: 'Reject', text: 'The job of the deployment fails.' },
} as const;

/** Approves or rejects with a comment. */
function ApprovalDialog({ path, status, environment, onClose }: Props) {
  const { title, action, text } = LABELS[status];
  const form = useForm({
    initial: { comment: '' },
    onSubmit: async ({ comment }) => {
      await api.post(path, { body: { status, comment: comment.trim() } });
      await reloadPage();
      onClose();
    },
  });
  return (
    <FormDialog
      title={`${title} to ${environment}`}
      form={form}
      action={action}
      isDangerous={status === 'rejected'}
      onClose={onClose}
    >
      <p className="text-fg-muted">{text}</p>
      <TextArea label="Comment (optional)" {...form.text('comment')} />
    </FormDialog>
  );
}

type ButtonsProps = { can: PageApprovals['can']; projectId: number; deploymentId: number; environment: string };

/** What the reader can decide about a deployment that waits. */
export function ApprovalButtons({ can, projectId, deploymentId, environment }: ButtonsProps) {
  const [status, setStatus] = useState<DeploymentApprovalStatus | null>(null);
  return (
    <>
      {can.reject && <Button onClick={() => setStatus('rejected')}>Reject</Button>}
      {can.approve && (
        <Button variant="primary" onClick={() => setStatus('approved')}>
          Approve
        </Button>
      )}
      {status !== null && (
        <ApprovalDialog
          path={`/api/v4/projects/${projectId}/deployments/${deploymentId}/approval`}
          status={status}
          environment={environment}
          onClose={() => setStatus(null)}
        />
      )}
    </>
  );
}
