import type { PageNote } from '@tributary/contract/discussions/page.ts';
import {
  ArrowRight,
  Calendar,
  Check,
  CircleCheck,
  CircleDot,
  Copy,
  Eye,
  EyeOff,
  GitBranch,
  GitCommitHorizontal,
  GitMerge,
  GitPullRequest,
  Link,
  ListChecks,
  Lock,
  Mail,
  type LucideIcon,
  MessageSquare,
  Pencil,
  Settings2,
  Signpost,
  Tag,
  Timer,
  Trash2,
  Unlock,
  User,
  Weight,
  X,
} from 'lucide-react';
import { useState } from 'react';
import { plural } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { ProseLine } from '../../ui/prose-line.tsx';
import { Prose } from '../../ui/prose.tsx';
import { TimelineItem } from '../../ui/timeline.tsx';
import { DescriptionChange } from './description-change.tsx';

const ICONS: Record<string, LucideIcon> = {
  'git-commit': GitCommitHorizontal,
  commit: GitCommitHorizontal,
  'git-merge': GitMerge,
  merge: GitMerge,
  fork: GitBranch,
  branch: GitBranch,
  remove: Trash2,
  settings: Settings2,
  label: Tag,
  'task-done': ListChecks,
  user: User,
  pencil: Pencil,
  check: Check,
  'check-circle': Check,
  close: X,
  'merge-request': GitPullRequest,
  'merge-request-close': X,
  lock: Lock,
  'lock-open': Unlock,
  'issue-open-m': CircleDot,
  'issue-close': CircleCheck,
  'eye-slash': EyeOff,
  eye: Eye,
  calendar: Calendar,
  weight: Weight,
  mail: Mail,
  timer: Timer,
  link: Link,
  'arrow-right': ArrowRight,
  duplicate: Copy,
  milestone: Signpost,
  comment: MessageSquare,
  'comment-dots': MessageSquare,
};

/** A commit list of this many lines or more is cut until it is asked for. */
const LONG_LIST_LINES = 10;

/** The sentence, which shares its line with the time, and what stands below it, such as a list of commits. */
function splitSentence(html: string): [sentence: string, rest: string] {
  const end = html.startsWith('<p') ? html.indexOf('</p>') + '</p>'.length : html.length;
  return [html.slice(0, end), html.slice(end).trim()];
}

/** What happened to the thing itself: one line on the timeline, long commit lists folded. */
export function SystemNote({ note }: { note: PageNote }) {
  const [isWhole, setWhole] = useState(false);
  const isLong = (note.note_html.match(/<li/g)?.length ?? 0) >= LONG_LIST_LINES;
  const [sentence, rest] = splitSentence(note.note_html);
  const isDescription = note.description_version_id !== undefined;
  const run = note.description_run;
  const icon = ICONS[note.system_note_icon_name ?? ''] ?? CircleDot;
  // Whoever stops the mails from outside has no account.
  const nobody = icon === Mail ? 'An external participant' : 'A deleted user';
  return (
    <TimelineItem
      id={`note_${note.id}`}
      icon={icon}
      actor={
        note.author ? (
          <a href={note.author.path} className="font-medium text-fg hover:underline">
            <bdi>{note.author.name}</bdi>
          </a>
        ) : (
          nobody
        )
      }
      at={note.created_at}
      {...((rest !== '' || isDescription) && {
        body: (
          <>
            {isDescription && <DescriptionChange note={note} />}
            {rest !== '' && <Prose html={rest} className={isLong && !isWhole ? 'max-h-40 overflow-hidden' : ''} />}
            {isLong && (
              <Button size="sm" variant="ghost" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
                Toggle commit list
              </Button>
            )}
          </>
        ),
      })}
    >
      <ProseLine html={sentence} className="[&_a]:font-medium [&_a]:text-fg [&_a]:hover:underline [&_p]:inline" />
      {run && ` ${run.count} times within ${plural(run.minutes, 'minute')}`}
    </TimelineItem>
  );
}
