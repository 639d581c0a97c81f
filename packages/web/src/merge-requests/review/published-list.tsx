import type { MouseEvent } from 'react';
import { reachNote } from '../../discussions/threads/reach-note.ts';
import { scrollToElement } from '../../ui/diff/scroll-to-element.ts';
import { Link } from '../../ui/link.tsx';
import { PathText } from '../../ui/path-text.tsx';
import type { CommentOutcome } from './outcome.ts';

/** To one that is drawn, however often; all else is for the address. */
function follow(event: MouseEvent, noteId: string): void {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!isPlain || reachNote(noteId) === null) return;
  event.preventDefault();
  void scrollToElement(`note_${noteId}`, { focus: true });
}

/** Which comments stand elsewhere than they were written, or did not do what they were to do, each with the way there. */
export function PublishedList({ comments, path }: { comments: readonly CommentOutcome[]; path: string }) {
  return (
    <ul aria-label="Affected comments" className="max-h-60 w-full overflow-y-auto border-t text-sm">
      {comments.map(({ draftId, noteId, text, path: file, words }) => (
        <li key={draftId} className="flex flex-col border-b py-1.5 last:border-b-0">
          <span className="flex flex-wrap items-baseline gap-x-2">
            {noteId === null ? (
              <span dir="auto" className="line-clamp-1 wrap-anywhere">
                {text}
              </span>
            ) : (
              <Link
                dir="auto"
                href={`${path}#note_${noteId}`}
                onClick={(event) => follow(event, noteId)}
                className="line-clamp-1 wrap-anywhere"
              >
                {text}
              </Link>
            )}
            {file !== null && (
              <span className="font-mono text-code text-fg-muted">
                <PathText path={file} />
              </span>
            )}
          </span>
          <span className="text-fg-muted">{words.join(' ')}</span>
        </li>
      ))}
    </ul>
  );
}
