import { SmilePlus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { LazyPopover } from '../../ui/lazy-popover.tsx';
import { loadedLater } from '../../ui/loaded-later.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { PickedEmoji } from '../model/awards.ts';

const EmojiPicker = loadedLater(() => import('./emoji-picker.tsx'));

export function AddReaction(props: { onPick: (emoji: PickedEmoji) => void; isAmongMany?: boolean }) {
  const { onPick, isAmongMany = false } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <LazyPopover
      title="Add reaction"
      titleHidden
      align="end"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<IconButton isAmongMany={isAmongMany} icon={SmilePlus} label="Add reaction" size="sm" />}
    >
      <Suspense fallback={<Spinner label="Loading emoji" />}>
        <EmojiPicker
          onPick={(emoji) => {
            setOpen(false);
            onPick(emoji);
          }}
        />
      </Suspense>
    </LazyPopover>
  );
}
