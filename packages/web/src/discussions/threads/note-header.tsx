import type { NoteAuthorStatus, PageNote } from '@tributary/contract/discussions/page.ts';
import { type ReactNode, useState } from 'react';
import { Time } from '../../lib/time.tsx';
import { Badge } from '../../ui/badge.tsx';

/** What the writer says of themselves, until it is over. */
function AuthorStatus({ status }: { status: NoteAuthorStatus }) {
  const [openedAt] = useState(() => Date.now());
  if (status.clear_at !== null && Date.parse(status.clear_at) <= openedAt) return null;
  const isBusy = status.availability === 'busy';
  return (
    <>
      {(status.message !== '' || !isBusy) && (
        <span
          role="img"
          title={status.message === '' ? undefined : status.message}
          aria-label={`Status: ${status.message === '' ? status.emoji : status.message}`}
        >
          {status.emoji}
        </span>
      )}
      {isBusy && <Badge tone="warning">Busy</Badge>}
    </>
  );
}

/** Who and when; between them what they did, where that is told. People who are gone have left a placeholder. */
export function NoteHeader({ note, deed }: { note: PageNote; deed?: ReactNode }) {
  return (
    <span className="flex min-w-0 flex-1 basis-40 flex-wrap items-center gap-x-1.5 py-1.5 break-words">
      {note.author ? (
        <a href={note.author.path} className="font-medium hover:underline" title={`@${note.author.username}`}>
          <bdi>{note.author.name}</bdi>
        </a>
      ) : (
        <span className="font-medium text-fg-muted">A deleted user</span>
      )}
      {note.author?.status && <AuthorStatus status={note.author.status} />}
      {note.author && <span className="text-fg-faint">@{note.author.username}</span>}
      {deed}
      <a href={`#note_${note.id}`} className="text-fg-muted hover:underline">
        <Time value={note.created_at} />
      </a>
      {note.last_edited_at && (
        <span className="text-sm text-fg-faint">
          Edited <Time value={note.last_edited_at} />
          {note.last_edited_by && (
            <>
              {' '}
              by <bdi>{note.last_edited_by.name}</bdi>
            </>
          )}
        </span>
      )}
    </span>
  );
}

function article(type: string): string {
  return type === 'Issue' || type === 'Epic' ? type.toLowerCase() : 'merge request';
}

export function NoteBadges({ note }: { note: PageNote }) {
  const subject = article(note.noteable_type);
  return (
    <>
      {note.internal && (
        <Badge tone="warning" title="This internal note will always remain confidential">
          Internal note
        </Badge>
      )}
      {note.is_noteable_author && <Badge title={`This user is the author of this ${subject}.`}>Author</Badge>}
      {note.human_access ? (
        <Badge title={`This user has the ${note.human_access.toLowerCase()} role in the ${note.project_name} project.`}>
          {note.human_access}
        </Badge>
      ) : (
        note.is_contributor && (
          <Badge title={`This user has previously committed to the ${note.project_name} project.`}>Contributor</Badge>
        )
      )}
    </>
  );
}
