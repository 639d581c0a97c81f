import { useMemo, useSyncExternalStore } from 'react';
import { autosaveScopeOf } from '../../app/autosave/autosave-store.ts';
import { useAutosavedChoice } from '../../app/autosave/use-autosaved-text.ts';
import type { DiscussionsState } from './discussion-store.ts';
import { useDiscussionStore } from './use-discussions.tsx';

export type BatchedSuggestion = { id: number; discussionId: string };

/** Of the message for all of them, and of what it is for. */
export const BATCH_FIELD = 'suggestions';

function parse(kept: string): BatchedSuggestion[] {
  return kept.split(' ').flatMap((each) => {
    const [id, discussionId] = each.split(':');
    return id && discussionId ? [{ id: Number(id), discussionId }] : [];
  });
}

const toText = (batch: readonly BatchedSuggestion[]) =>
  batch.map(({ id, discussionId }) => `${id}:${discussionId}`).join(' ');

/** Applied by someone, or taken back with its comment. What was not read yet may be there. */
function isOver({ discussions, status }: DiscussionsState, { id, discussionId }: BatchedSuggestion): boolean {
  const thread = discussions.find((each) => each.id === discussionId);
  const found = thread?.notes.flatMap((note) => note.suggestions).find((each) => each.id === id);
  return found ? found.applied : status === 'loaded';
}

/** Suggestions that were put together to be applied in one commit; kept until they are, as the message for it is. */
export function useBatch(): [readonly BatchedSuggestion[], (batch: readonly BatchedSuggestion[]) => void] {
  const store = useDiscussionStore();
  const { chosen, choose } = useAutosavedChoice(
    { place: autosaveScopeOf(store.notes), field: `${BATCH_FIELD}:batch` },
    '',
  );
  const kept = useMemo(() => parse(chosen), [chosen]);
  const open = useSyncExternalStore(store.subscribe, () => toText(kept.filter((each) => !isOver(store.state, each))));
  return [useMemo(() => parse(open), [open]), (batch) => choose(toText(batch))];
}
