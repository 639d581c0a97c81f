import { LoaderCircle } from 'lucide-react';
import { useShell } from '../../app/navigation.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import type { Placeholder } from '../model/placeholders.ts';
import { useDiscussions } from '../store/use-discussions.tsx';

function PlaceholderNote({ placeholder }: { placeholder: Placeholder }) {
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
    <div role="group" aria-busy aria-label="Comment on its way" className="flex gap-3 px-4 py-3">
      <Avatar name={name} id={viewer?.id ?? 0} src={viewer?.avatarUrl} size={32} />
      <div className="min-w-0 flex-1">
        <p className="flex min-h-8 items-center gap-1.5">
          <bdi className="font-medium">{name}</bdi>
          <span className="text-fg-muted">@{viewer?.username}</span>
        </p>
        <p dir="auto" className="break-words whitespace-pre-wrap text-fg-muted">
          {placeholder.text}
        </p>
      </div>
    </div>
  );
}

/** Notes on their way: answers of a thread, or new ones (`null`). */
export function Placeholders({ discussionId }: { discussionId: string | null }) {
  const { placeholders } = useDiscussions();
  return placeholders
    .filter((each) => each.discussionId === discussionId)
    .map((each) => <PlaceholderNote key={each.id} placeholder={each} />);
}

/** The same as an entry of the activity. */
export function NewPlaceholders() {
  const { placeholders } = useDiscussions();
  if (!placeholders.some((each) => each.discussionId === null)) return null;
  return (
    <li className="relative bg-surface py-2">
      <div className="rounded-md border bg-surface">
        <Placeholders discussionId={null} />
      </div>
    </li>
  );
}
