import { ChevronDown, ChevronUp, CirclePlus } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import type { ThreadJumps } from './use-thread-jumps.ts';

/** With fewer than two there is nothing to jump between. */
function Jumper({ count, jump }: ThreadJumps) {
  if (count < 2) return null;
  return (
    <span className="inline-flex">
      <IconButton
        icon={ChevronUp}
        label="Go to previous unresolved thread"
        variant="ghost"
        size="sm"
        onClick={() => jump(-1)}
      />
      <IconButton
        icon={ChevronDown}
        label="Go to next unresolved thread"
        variant="ghost"
        size="sm"
        onClick={() => jump(1)}
      />
    </span>
  );
}

const FOLLOW_UP_TEXT = 'Resolve all threads with new issue';

/** Leads to an issue that takes over every open thread; nothing where there is none, or no right to it. */
function ResolveAllWithIssue({ count, followUpPath }: { count: number; followUpPath: string | null }) {
  if (count === 0 || followUpPath === null) return null;
  return (
    <Tooltip text={FOLLOW_UP_TEXT}>
      <Button asChild variant="ghost" size="sm" className="w-6 px-0!">
        <a href={followUpPath} aria-label={FOLLOW_UP_TEXT}>
          <CirclePlus size={14} aria-hidden />
        </a>
      </Button>
    </Tooltip>
  );
}

export type ThreadButtonsProps = ThreadJumps & { followUpPath: string | null };

/** Buttons from open thread to open thread, and to an issue for all of them: in a file of their own. */
export default function ThreadJumper({ followUpPath, ...jumps }: ThreadButtonsProps) {
  return (
    <>
      <Jumper {...jumps} />
      <ResolveAllWithIssue count={jumps.count} followUpPath={followUpPath} />
    </>
  );
}
