import type { CommitSummary } from '@tributary/contract/projects/repository-views.ts';
import { CodeXml, GitMerge, MessageSquareText } from 'lucide-react';
import { useId, useState } from 'react';
import { Time } from '../../lib/time.tsx';
import { plural } from '../../lib/format.ts';
import { exactTime, momentFrom } from '../../lib/relative-time.ts';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { List, ListRow } from '../../ui/list-row.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { CommitSignature } from './commit-signature.tsx';
import { CommitStatusIcon } from '../../projects/statuses/commit-status.tsx';
import { type DayGroup, isOnDay } from '../model/group-by-day.ts';
import { CommitUserAvatar, CommitUserLink } from './commit-user-link.tsx';
import { ShaLink } from './sha-link.tsx';

export type ListedCommit = CommitSummary & { browseHref?: string; isMerge?: boolean };

type RowProps = { commit: ListedCommit; day?: DayGroup<unknown> | undefined };

const hour = new Intl.DateTimeFormat('en', { hour: 'numeric', minute: '2-digit' });

/** Below a heading with the day, the time of day says more than the day again. */
function AuthoredAt({ value, day }: { value: string; day: DayGroup<unknown> | undefined }) {
  if (!day || !isOnDay(day, value)) return <Time value={value} />;
  const date = momentFrom(value);
  return (
    <time dateTime={date.toISOString()} title={exactTime(date)}>
      at {hour.format(date)}
    </time>
  );
}

function CommitMeta({ commit, day }: RowProps) {
  const isOther = commit.committer.email !== commit.author.email;
  return (
    <>
      <CommitUserLink person={commit.author} avatar={false} /> authored{' '}
      <AuthoredAt value={commit.author.date} day={day} />
      {isOther && (
        <>
          , committed by <CommitUserLink person={commit.committer} avatar={false} />
        </>
      )}
    </>
  );
}

/** One commit of a list: title, who and when, its message on demand. */
export function CommitRow({ commit, day }: RowProps) {
  const [isOpen, setOpen] = useState(false);
  const bodyId = useId();
  const hasBody = commit.body.trim() !== '';
  return (
    <ListRow
      leading={<CommitUserAvatar person={commit.author} size={24} />}
      title={
        <a href={commit.href} className="rounded-sm break-words text-fg hover:text-accent-fg">
          <bdi>{commit.title === '' ? 'No message' : commit.title}</bdi>
        </a>
      }
      badges={commit.isMerge === true && <Badge icon={GitMerge}>Merge</Badge>}
      meta={
        <>
          <CommitMeta commit={commit} day={day} />
          {hasBody && (
            <pre
              id={bodyId}
              hidden={!isOpen}
              dir="auto"
              className="mt-1 border-l-2 pl-3 font-mono text-sm break-words whitespace-pre-wrap text-fg-muted"
            >
              {commit.body.trim()}
            </pre>
          )}
        </>
      }
      trailing={
        <>
          {hasBody && (
            <IconButton
              icon={MessageSquareText}
              label={isOpen ? 'Hide the rest of the message' : 'Show the rest of the message'}
              size="sm"
              pressed={isOpen}
              aria-expanded={isOpen}
              aria-controls={bodyId}
              onClick={() => setOpen(!isOpen)}
            />
          )}
          {commit.signature && <CommitSignature signature={commit.signature} />}
          <CommitStatusIcon status={commit.status} />
          <ShaLink sha={commit.sha} shortSha={commit.shortSha} href={commit.href} />
          {commit.browseHref !== undefined && (
            <Tooltip text="Browse files at this commit">
              <a
                href={commit.browseHref}
                aria-label={`Browse files at ${commit.shortSha}`}
                className="control control-square flex size-6 items-center justify-center rounded-md text-fg-muted hover:bg-hover hover:text-fg"
              >
                <CodeXml size={14} aria-hidden />
              </a>
            </Tooltip>
          )}
        </>
      }
    />
  );
}

/** Commits under the day they were committed on. */
export function CommitDays({ days }: { days: readonly DayGroup<ListedCommit>[] }) {
  return (
    <List label="Commits" plain className="flex flex-col gap-4">
      {days.map((day) => (
        <li key={day.key} data-day>
          <h2 className="mb-1.5 flex items-baseline gap-2 text-h3">
            {day.title}
            <span className="text-sm font-normal text-fg-muted">{plural(day.items.length, 'commit')}</span>
          </h2>
          <ul className="rounded-md border bg-raised">
            {day.items.map((commit) => (
              <CommitRow key={commit.sha} commit={commit} day={day} />
            ))}
          </ul>
        </li>
      ))}
    </List>
  );
}
