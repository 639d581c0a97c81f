import { SmilePlus } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { LazyPopover } from '../../ui/lazy-popover.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { PickedEmoji } from '../model/awards.ts';

/** After the press: what the menu needs comes meanwhile, and a press by mistake can be taken elsewhere. */
const OPENS_AFTER_MS = 200;

const EmojiPicker = lazyPart(() => import('./emoji-picker.tsx'));

/** `isChip`: stands in the row of reactions, not among the acts of a note. */
export function AddReaction(props: { onPick: (emoji: PickedEmoji) => void; isAmongMany?: boolean; isChip?: boolean }) {
  const { onPick, isAmongMany = false, isChip = false } = props;
  const [isOpen, setOpen] = useState(false);
  const opening = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(opening.current), []);
  const change = (next: boolean) => {
    clearTimeout(opening.current);
    if (next) opening.current = setTimeout(() => setOpen(true), OPENS_AFTER_MS);
    else setOpen(false);
  };
  return (
    <LazyPopover
      title="Add reaction"
      titleHidden
      align={isChip ? 'start' : 'end'}
      open={isOpen}
      onOpenChange={change}
      trigger={
        <IconButton
          isAmongMany={isAmongMany}
          icon={SmilePlus}
          label="Add reaction"
          size="sm"
          {...(isChip && { variant: 'secondary', className: 'rounded-full!' })}
        />
      }
    >
      {/* As high before it is there: the side on which it opens is chosen once. */}
      <div className="flex h-88 flex-col p-2 pointer-coarse:h-96">
        <Suspense fallback={<Spinner label="Loading emoji" />}>
          <EmojiPicker
            onPick={(emoji) => {
              change(false);
              onPick(emoji);
            }}
          />
        </Suspense>
      </div>
    </LazyPopover>
  );
}
