import type { CustomEmojiCard } from '@tributary/contract/discussions/emoji.ts';
import { useRowRemoval } from '../../app/use-row-removal.tsx';
import { Time } from '../../lib/time.tsx';
import { ListRow } from '../../ui/list-row.tsx';
import { RowProblem } from '../../ui/row-problem.tsx';

export function EmojiRow({ emoji }: { emoji: CustomEmojiCard }) {
  const { name, url, creator, createdAt, deletePath } = emoji;
  const { button, error } = useRowRemoval({
    path: deletePath,
    name,
    title: `Delete :${name}:?`,
    text: 'Reactions that use it are deleted too. Comments and descriptions show its name instead.',
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
          <RowProblem text={error} />
        </>
      }
      trailingInline
      trailing={button}
    />
  );
}
