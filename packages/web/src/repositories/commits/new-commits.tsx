import type { RepositoryLocation } from '@tributary/contract/projects/repository-views.ts';
import { ArrowUp } from 'lucide-react';
import { useState } from 'react';
import { reloadPage } from '../../app/navigation.tsx';
import { useRealtime } from '../../lib/realtime.ts';
import { Button } from '../../ui/button.tsx';
import { namesRef } from '../model/moved-refs.ts';
import { fetchBranchTip } from '../queries.ts';

/** Says that the branch has moved on since the page was read; what is being read stays until someone asks. */
export function NewCommits({ place }: { place: RepositoryLocation }) {
  const { projectId, ref } = place;
  const [tip, setTip] = useState(ref.sha);
  const look = async (): Promise<void> => {
    // A branch that is gone, or a server that is away, is told by the next page.
    const found = await fetchBranchTip(projectId, ref.name).catch(() => null);
    if (found !== null) setTip(found);
  };
  useRealtime(ref.kind === 'branch' ? `project:${projectId}` : null, (message) => {
    if (namesRef(message, `refs/heads/${ref.name}`)) void look();
  });
  return (
    <div role="status" className="empty:hidden">
      {tip !== ref.sha && (
        <Button icon={ArrowUp} onClick={() => void reloadPage()}>
          Show new commits
        </Button>
      )}
    </div>
  );
}
