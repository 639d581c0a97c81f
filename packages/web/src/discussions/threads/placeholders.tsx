import { LoaderCircle } from 'lucide-react';
import { useCallback, useSyncExternalStore } from 'react';
import { useShell } from '../../app/navigation.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import type { Placeholder } from '../model/placeholders.ts';
import { useDiscussionStore } from '../store/use-discussions.tsx';
import { avatarOf, InternalBadge } from './note-header.tsx';

type PlaceholderNoteProps = { placeholder: Placeholder; isInternal: boolean; isOnLines: boolean };

function PlaceholderNote({ placeholder, isInternal, isOnLines }: PlaceholderNoteProps) {
  const { viewer } = useShell();
  if (placeholder.kind === 'system') {
    return (
      <p role="status" className="flex items-center gap-2 px-4 py-2 text-fg-muted">
        <LoaderCircle aria-hidden size={14} className="animate-spin motion-reduce:animate-none" />
        {placeholder.text}
      </p>
    );
  }
  const name = viewer?.name ?? '';
  return (
    <div role="group" aria-busy aria-label="Sending comment" className="flex gap-3 px-4 py-3">
      <Avatar name={name} id={viewer?.id ?? 0} src={viewer?.avatarUrl} {...avatarOf(isOnLines)} />
      <div className="min-w-0 flex-1">
        <p className="flex min-h-8 items-center gap-1.5">
          <bdi className="font-medium">{name}</bdi>
          <span className="text-fg-faint max-sm:hidden">@{viewer?.username}</span>
          {isInternal && <InternalBadge />}
        </p>
        <p dir="auto" className="break-words whitespace-pre-wrap text-fg-muted">
          {placeholder.text}
        </p>
      </div>
    </div>
  );
}

const NONE: readonly Placeholder[] = [];

/** Draws again only for those of this place, for there may be thousands. */
function usePlaceholders(at: string | null): readonly Placeholder[] {
  const store = useDiscussionStore();
  const all = useSyncExternalStore(
    store.subscribe,
    useCallback(() => {
      const { placeholders } = store.state;
      return placeholders.some((each) => each.at === at) ? placeholders : NONE;
    }, [store, at]),
  );
  return all.filter((each) => each.at === at);
}

type PlaceholdersProps = { at: string | null; isOnLines?: boolean };

/** Notes on their way: answers of a thread, one that is begun in a field beside lines, or new ones (`null`). */
export function Placeholders({ at, isOnLines = false }: PlaceholdersProps) {
  const store = useDiscussionStore();
  const placeholders = usePlaceholders(at);
  const answered = placeholders.length > 0 ? store.state.discussions.find(({ id }) => id === at) : undefined;
  return placeholders.map((each) => (
    <PlaceholderNote
      key={each.id}
      placeholder={each}
      isInternal={answered?.internal === true || each.isInternal}
      isOnLines={isOnLines || answered?.diff_discussion === true}
    />
  ));
}

/** The same as an entry of the activity. */
export function NewPlaceholders() {
  if (usePlaceholders(null).length === 0) return null;
  return (
    <div role="listitem" className="relative bg-surface py-2">
      <div className="rounded-md border bg-surface">
        <Placeholders at={null} />
      </div>
    </div>
  );
}
