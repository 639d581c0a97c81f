import type { PushedBranch } from '@tributary/contract/projects/repository-page.ts';
import { Time } from '../../lib/time.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';

/** Offers a merge request for what was just pushed. */
export function PushedBranchBanner({ pushed }: { pushed: PushedBranch }) {
  return (
    <Banner
      tone="info"
      className="mb-3"
      action={
        <Button asChild size="sm">
          <a href={pushed.createPath}>Create merge request</a>
        </Button>
      }
    >
      You pushed to <code className="wrap-anywhere">{pushed.name}</code> <Time value={pushed.pushedAt} />.
    </Banner>
  );
}
