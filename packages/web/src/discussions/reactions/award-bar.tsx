import clsx from 'clsx';
import { useRef } from 'react';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { useKeepFocus } from '../../ui/keep-focus.ts';
import { AddReaction } from './add-reaction.tsx';
import { AwardList } from './award-list.tsx';
import type { Awards } from './use-awards.ts';

type AwardBarProps = {
  awards: Awards;
  canAward: boolean;
  /** With the button of the picker; where it stands elsewhere, focus goes to what `findAdd` gives. */
  hasPicker?: boolean;
  findAdd?: () => HTMLElement | null | undefined;
  className?: string;
};

/** Reactions of one thing, and in their place what went wrong with the last one. */
export function AwardBar({ awards, canAward, hasPicker = false, findAdd, className }: AwardBarProps) {
  const bar = useRef<HTMLDivElement>(null);
  // Trying again takes the notice away, and a reaction that goes takes its button along.
  const keepFocus = useKeepFocus<HTMLDivElement>(
    () => bar.current?.querySelector<HTMLElement>('button') ?? findAdd?.(),
  );
  const { failure } = awards;
  return (
    <div ref={bar} className={clsx('flex flex-col items-start gap-2 empty:hidden', className)} {...keepFocus}>
      {(hasPicker || awards.awards.length > 0) && (
        <div className="flex flex-wrap items-center gap-1">
          <AwardList awards={awards} canAward={canAward} />
          {hasPicker && <AddReaction isChip onPick={(emoji) => awards.toggle(emoji, 'add')} />}
        </div>
      )}
      {failure && (
        <Banner
          tone="danger"
          live
          onDismiss={failure.dismiss}
          action={
            <Button size="sm" onClick={failure.tryAgain}>
              Try again
            </Button>
          }
        >
          {failure.text}
        </Banner>
      )}
    </div>
  );
}
