import type { ActivityItem } from '@tributary/contract/projects/page.ts';
import { Time } from '../../lib/time.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { TextLink } from '../../ui/text-link.tsx';

function Entry({ item }: { item: ActivityItem }) {
  const { actor, target, project } = item;
  return (
    <li className="flex gap-3 border-b py-2 last:border-b-0">
      <Avatar name={actor.name} id={actor.id} src={actor.avatarUrl} size={24} />
      <div className="flex min-w-0 flex-1 flex-wrap gap-x-4 py-0.5">
        <div className="min-w-0 flex-1 basis-60 wrap-anywhere max-sm:basis-full">
          <span className="text-fg-muted">
            <a href={actor.href} className="font-medium text-fg hover:underline">
              <bdi>{actor.name}</bdi>
            </a>{' '}
            {item.action}{' '}
            {target && (
              <TextLink href={target.href}>
                <bdi>{target.text}</bdi>
              </TextLink>
            )}
            {project && (
              <>
                {' in '}
                <a href={project.href} className="text-fg hover:underline">
                  {project.fullPath}
                </a>
              </>
            )}
          </span>
          {item.detail !== null && (
            <p className="line-clamp-2 text-sm text-fg-muted">
              <bdi>{item.detail}</bdi>
            </p>
          )}
        </div>
        <Time value={item.at} className="shrink-0 text-sm text-fg-faint" />
      </div>
    </li>
  );
}

/** What happened lately, newest first. */
export function ActivityFeed({ items, emptyText }: { items: readonly ActivityItem[]; emptyText: string }) {
  if (items.length === 0) return <p className="py-2 text-fg-muted">{emptyText}</p>;
  return (
    <ol aria-label="Recent activity">
      {items.map((item) => (
        <Entry key={item.id} item={item} />
      ))}
    </ol>
  );
}
