import type { MissedCommandResults as Told } from '@tributary/contract/discussions/page.ts';
import { useState } from 'react';
import { useShell } from '../../app/navigation.tsx';
import { useRealtime } from '../../lib/realtime.ts';
import { Banner } from '../../ui/banner.tsx';
import { fetchMissedCommandResults, dismissCommandResults } from '../store/queries.ts';
import { useDiscussionStore } from '../store/use-discussions.tsx';

/**
 * What one's own commands came to after their text was sent and the answer never arrived: told until it is put away, also
 * after a reload. `onGone` takes the focus, which was on the button.
 */
export function MissedCommandResults({ onGone }: { onGone: () => void }) {
  const { notes } = useDiscussionStore();
  const { viewer } = useShell();
  const [told, setTold] = useState<Told | null>(notes.laterCommands);
  useRealtime(viewer === null ? null : `user:${viewer.id}`, (message) => {
    const { type, id } = message.data as { type?: string; id?: number };
    if (message.event !== 'commands.done' || type !== notes.noteableType || id !== notes.noteableId) return;
    // The page has it as well, should this fail.
    fetchMissedCommandResults(notes).then(setTold, () => undefined);
  });
  if (!told) return null;
  const dismiss = async () => {
    setTold(null);
    onGone();
    try {
      await dismissCommandResults(notes, told);
    } catch {
      // It is back, to be put away again.
      setTold(told);
    }
  };
  const hasFailed = told.error_messages.length > 0;
  return (
    <Banner
      tone={hasFailed ? 'danger' : 'success'}
      live
      title="Your earlier commands were processed"
      onDismiss={() => void dismiss()}
    >
      <ul className="list-inside list-disc">
        {[...told.messages, ...told.error_messages].map((text, at) => (
          // The same sentence may be said twice, and none of them moves.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at}>{text}</li>
        ))}
      </ul>
    </Banner>
  );
}
