import { useState } from 'react';
import { Time } from '../../lib/time.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import type { FileDraft } from '../model/file-draft.ts';

type Props = { draft: FileDraft; currentCommitId: string | null; onDiscard: () => void };

/** Says that the text is not the file's but what was left here, and offers the file's. */
export function RestoredDraft({ draft, currentCommitId, onDiscard }: Props) {
  const [isShown, setShown] = useState(true);
  if (!isShown) return null;
  const isOutdated = draft.baseCommitId !== null && draft.baseCommitId !== currentCommitId;
  return (
    <Banner
      title="Your uncommitted changes were restored"
      onDismiss={() => setShown(false)}
      action={
        <Button
          size="sm"
          onClick={() => {
            onDiscard();
            setShown(false);
          }}
        >
          Discard changes
        </Button>
      }
    >
      You made these changes {draft.savedAt !== null && <Time value={draft.savedAt} />} and did not commit them.
      {isOutdated && ' The file has changed since then. You can review the differences when you commit.'}
    </Banner>
  );
}
