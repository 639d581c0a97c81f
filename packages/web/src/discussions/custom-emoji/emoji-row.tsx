import type { CustomEmojiCard } from '@tributary/contract/discussions/emoji.ts';
import { Trash2 } from 'lucide-react';
import { useRowRemoval } from '../../app/use-row-removal.ts';
import { Time } from '../../lib/time.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ListRow } from '../../ui/list-row.tsx';

export function EmojiRow({ emoji }: { emoji: CustomEmojiCard }) {
  const { name, url, creator, createdAt, deletePath } = emoji;
  const { button, error, remove } = useRowRemoval({
    title: `Delete :${name}:?`,
    text: 'Reactions that were given with it go too. In texts its name is left.',
    action: 'Delete emoji',
  });
  return (
    <ListRow
      leading={<img src={url} alt="" width={24} height={24} loading="lazy" className="object-contain" />}
      title={<code>:{name}:</code>}
      meta={
        <>
          Added{' '}
          {creator && (
            <>
              by <bdi>{creator.name}</bdi>{' '}
            </>
          )}
          <Time value={createdAt} />
          {error !== null && (
            <span role="alert" className="block text-failed">
              {error}
            </span>
          )}
        </>
      }
      trailingInline
      trailing={
        deletePath !== null && (
          <IconButton
            ref={button}
            icon={Trash2}
            label={`Delete ${name}`}
            variant="ghost"
            onClick={() => void remove(deletePath)}
          />
        )
      }
    />
  );
}
