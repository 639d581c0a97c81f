import type { WidgetDeployment } from '@tributary/contract/environments/page.ts';
import type { WidgetData } from '@tributary/contract/merge-requests/widget.ts';
import { useState } from 'react';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { DeploymentRow } from './deployment-row.tsx';
import { useDeployments } from './use-deployments.ts';

/** More are folded away. */
const MAX_OPEN = 3;

const FETCH_FAILED = 'Something went wrong while fetching the environments for this merge request. Please try again.';

function DeploymentList({ found, onDone }: { found: readonly WidgetDeployment[]; onDone: () => Promise<void> }) {
  const [isOpen, setOpen] = useState(false);
  const isFolded = found.length > MAX_OPEN;
  return (
    <>
      {isFolded && (
        <div className="px-4 py-2 pl-11">
          <Button size="sm" variant="ghost" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Hide environments.' : 'View all environments.'}
          </Button>
        </div>
      )}
      {(!isFolded || isOpen) && (
        <ul aria-label="Deployments">
          {found.map((deployment) => (
            <DeploymentRow key={deployment.id} deployment={deployment} onDone={onDone} />
          ))}
        </ul>
      )}
    </>
  );
}

/** The rows of the merge widget about where the changes are deployed. */
export default function DeploymentsSection({ data }: { data: WidgetData }) {
  const { found, isError, refresh } = useDeployments(data);
  if (isError && found.length === 0) return <Banner tone="warning">{FETCH_FAILED}</Banner>;
  if (found.length === 0) return null;
  return (
    <div className="border-t first:border-t-0">
      <DeploymentList found={found} onDone={refresh} />
    </div>
  );
}
