import { ChevronDown, ChevronUp, CirclePlus } from 'lucide-react';
import { boundHotkeys, THREADS_HOTKEYS } from '../../app/hotkey-catalogue.ts';
import { useHotkeys } from '../../lib/hotkeys.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import type { ThreadJumps } from './use-thread-jumps.ts';

/** The keys from open thread to open thread. */
export function useThreadKeys({ jump }: ThreadJumps): void {
  useHotkeys(
    boundHotkeys(THREADS_HOTKEYS, {
      'threads.next': () => jump(1),
      'threads.previous': () => jump(-1),
    }),
  );
}

/** Buttons from open thread to open thread; with fewer than two there is nothing to jump between. */
export function ThreadJumper({ count, jump }: ThreadJumps) {
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
export function ResolveAllWithIssue({ count, followUpPath }: { count: number; followUpPath: string | null }) {
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
