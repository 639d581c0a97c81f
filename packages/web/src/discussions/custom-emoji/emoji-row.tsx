import type { CustomEmojiCard } from '@tributary/contract/discussions/emoji.ts';
import { Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { focusAfterRow } from '../../app/next-focus.ts';
import { reloadPage } from '../../app/navigation.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { api } from '../../lib/http.ts';
import { Time } from '../../lib/time.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ListRow } from '../../ui/list-row.tsx';

export function EmojiRow({ emoji }: { emoji: CustomEmojiCard }) {
  const [error, setError] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { name, url, creator, createdAt, deletePath } = emoji;
  const remove = async (path: string) => {
    const isSure = await confirm({
      title: `Delete :${name}:?`,
      text: 'Reactions that were given with it go too. In texts its name is left.',
      action: 'Delete emoji',
      danger: true,
    });
    if (!isSure) return;
    setError(null);
    const focusNext = focusAfterRow(button.current);
    try {
      await api.delete(path);
      await reloadPage();
      focusNext();
    } catch (failure) {
      setError(messageOf(failure));
    }
  };
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
