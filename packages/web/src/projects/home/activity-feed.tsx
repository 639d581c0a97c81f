import type { ActivityItem } from '@tributary/contract/projects/page.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Timeline, TimelineItem } from '../../ui/timeline.tsx';

/** What happened lately, newest first. */
export function ActivityFeed({ items, emptyText }: { items: readonly ActivityItem[]; emptyText: string }) {
  if (items.length === 0) return <p className="py-4 text-fg-muted">{emptyText}</p>;
  return (
    <Timeline label="Recent activity">
      {items.map((item) => (
        <TimelineItem
          key={item.id}
          visual={<Avatar name={item.actor.name} id={item.actor.id} src={item.actor.avatarUrl} size={24} />}
          actor={
            <a href={item.actor.href} className="font-medium text-fg hover:underline">
              <bdi>{item.actor.name}</bdi>
            </a>
          }
          at={item.at}
          {...(item.detail !== null && {
            body: <p className="line-clamp-2 break-words text-fg-muted">{item.detail}</p>,
          })}
        >
          {item.action}{' '}
          {item.target && (
            <a href={item.target.href} className="text-accent-fg hover:underline">
              {item.target.text}
            </a>
          )}
          {item.project && (
            <>
              {' in '}
              <a href={item.project.href} className="hover:underline">
                {item.project.fullPath}
              </a>
            </>
          )}
        </TimelineItem>
      ))}
    </Timeline>
  );
}
