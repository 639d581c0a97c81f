import type { NoteAuthorStatus, PageNote } from '@tributary/contract/discussions/page.ts';
import clsx from 'clsx';
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

/** How the image of its writer is drawn beside a note; among lines there is less room. */
export function avatarOf(isOnLines: boolean): { size: 24 | 32; className?: string } {
  return isOnLines ? { size: 24, className: 'mt-1' } : { size: 32 };
}

/**
 * Around the header of a note. One row where there is room; two on a phone: who, with badges as far as they fit, and
 * when, with what can be done. What the rows hold says there by `order` where it stands.
 */
export function NoteHeading({ children }: { children: ReactNode }) {
  return (
    <header className="flex min-h-8 flex-wrap items-start gap-x-2 max-sm:items-center max-sm:gap-x-1 max-sm:after:order-3 max-sm:after:basis-full">
      {children}
    </header>
  );
}

function Author({ note: { author } }: { note: PageNote }) {
  if (!author) return <span className="font-medium text-fg-muted max-sm:truncate">A deleted user</span>;
  return (
    <>
      <a href={author.path} className="min-w-0 font-medium hover:underline" title={`@${author.username}`}>
        <bdi className="max-sm:block max-sm:truncate">{author.name}</bdi>
      </a>
      {author.status && <AuthorStatus status={author.status} />}
    </>
  );
}

/** Who and when; between them what they did, where that is told. Users who are gone have left a placeholder. */
export function NoteHeader({ note, deed }: { note: PageNote; deed?: ReactNode }) {
  const hasBadges = note.internal || note.is_noteable_author || Boolean(note.human_access) || note.is_contributor;
  return (
    <span className="flex min-w-0 flex-1 basis-40 flex-wrap items-center gap-x-1.5 py-1.5 break-words max-sm:contents">
      <span
        className={clsx(
          'contents max-sm:order-1 max-sm:flex max-sm:min-w-0 max-sm:items-center max-sm:gap-1.5',
          hasBadges && 'max-sm:max-w-3/5',
        )}
      >
        <Author note={note} />
      </span>
      {note.author && <span className="text-fg-faint max-sm:hidden">@{note.author.username}</span>}
      {deed}
      {/* Beside the buttons of a phone there is room for two short lines. */}
      <span className="contents max-sm:order-4 max-sm:block max-sm:min-w-0 max-sm:flex-1 max-sm:text-sm max-sm:leading-5">
        <a href={`#note_${note.id}`} className="text-fg-muted hover:underline">
          <Time value={note.created_at} />
        </a>{' '}
        {note.last_edited_at && (
          <span className="text-sm text-fg-faint max-sm:leading-5">
            Edited{' '}
            <span className="max-sm:sr-only">
              <Time value={note.last_edited_at} />
              {note.last_edited_by && (
                <>
                  {' '}
                  by <bdi>{note.last_edited_by.name}</bdi>
                </>
              )}
            </span>
          </span>
        )}
      </span>
    </span>
  );
}

export function InternalBadge() {
  return (
    <Badge tone="warning" title="This internal note will always remain confidential">
      Internal note
    </Badge>
  );
}

/** `noun`: what the page calls that which is talked about. */
export function NoteBadges({ note, noun }: { note: PageNote; noun: string }) {
  return (
    <span className="contents max-sm:order-2 max-sm:flex max-sm:h-5 max-sm:flex-1 max-sm:flex-wrap max-sm:gap-1 max-sm:overflow-hidden">
      {note.internal && <InternalBadge />}
      {note.is_noteable_author && <Badge title={`This user is the author of this ${noun}.`}>Author</Badge>}
      {note.human_access ? (
        <Badge title={`This user has the ${note.human_access.toLowerCase()} role in the ${note.project_name} project.`}>
          {note.human_access}
        </Badge>
      ) : (
        note.is_contributor && (
          <Badge title={`This user has previously committed to the ${note.project_name} project.`}>Contributor</Badge>
        )
      )}
    </span>
  );
}
