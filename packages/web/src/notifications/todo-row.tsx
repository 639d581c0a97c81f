import type { TodoItem } from '@tributary/contract/notifications/page.ts';
import { Check, Undo2 } from 'lucide-react';
import { Time } from '../lib/time.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { ListRow } from '../ui/list-row.tsx';
import { actionTextOf, isUserAction } from './todo-text.ts';

export function TodoRow({
  item,
  isBusy,
  onToggle,
}: {
  item: TodoItem;
  isBusy: boolean;
  onToggle: (row: Element | null) => void;
}) {
  const { author } = item;
  const isDone = item.state === 'done';
  return (
    <ListRow
      leading={<Avatar id={author?.id ?? 0} name={author?.name ?? '?'} src={author?.avatarUrl ?? null} size={24} />}
      title={<bdi>{item.title}</bdi>}
      href={item.href}
      meta={
        <>
          {isUserAction(item) && (author ? <bdi>{author.name}</bdi> : 'A deleted user')} {actionTextOf(item)} ·{' '}
          {item.reference} · <Time value={item.at} />
          {item.detail !== null && (
            <p className="mt-0.5 line-clamp-2 text-fg">
              <bdi>{item.detail}</bdi>
            </p>
          )}
        </>
      }
      trailingInline
      trailing={
        <IconButton
          icon={isDone ? Undo2 : Check}
          label={isDone ? `Restore: ${item.title}` : `Mark as done: ${item.title}`}
          busy={isBusy}
          onClick={(event) => onToggle(event.currentTarget)}
        />
      }
    />
  );
}
