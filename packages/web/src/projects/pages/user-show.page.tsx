import type { UserShowPageData } from '@tributary/contract/projects/page.ts';
import { FolderOpen, Lock, Users } from 'lucide-react';
import { usePage, usePageUrl } from '../../app/navigation.tsx';
import { Time } from '../../lib/time.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LinkTabs } from '../../ui/link-tabs.tsx';
import { List } from '../../ui/list-row.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { TrustedHtml } from '../../ui/trusted-html.tsx';
import { ActivityFeed } from '../home/activity-feed.tsx';
import { GroupCardRow, ProjectCardRow } from '../containers/project-card-row.tsx';
import { ListPages } from '../containers/project-list.tsx';

function Facts({ user }: { user: UserShowPageData['user'] }) {
  const work = [user.jobTitle, user.organization].filter((text) => text !== '').join(', ');
  const facts = [user.pronouns, work, user.location].filter((text) => text !== '');
  return (
    <>
      @{user.username}
      {facts.map((fact) => (
        <span key={fact}>
          {' · '}
          <bdi>{fact}</bdi>
        </span>
      ))}
      {user.publicEmail !== '' && (
        <>
          {' · '}
          <a href={`mailto:${user.publicEmail}`} className="hover:underline">
            {user.publicEmail}
          </a>
        </>
      )}
      {user.websiteUrl !== '' && (
        <>
          {' · '}
          <a href={user.websiteUrl} rel="nofollow noopener noreferrer me" target="_blank" className="hover:underline">
            {user.websiteUrl.replace(/^https?:\/\//, '')}
          </a>
        </>
      )}
      {user.createdAt !== '' && (
        <>
          {' · joined '}
          <Time value={user.createdAt} />
        </>
      )}
    </>
  );
}

function Status({ status }: { status: NonNullable<UserShowPageData['status']> }) {
  return (
    <div className="flex max-w-160 flex-wrap items-center gap-2 pb-4">
      {status.emoji !== '' && <span aria-hidden>{status.emoji}</span>}
      {status.messageHtml !== '' && <TrustedHtml html={status.messageHtml} className="min-w-0 wrap-anywhere" />}
      {status.isBusy && <Badge tone="warning">Busy</Badge>}
    </div>
  );
}

function TabContent({ data }: { data: UserShowPageData }) {
  if (data.tab === 'projects') {
    if (data.projects.length === 0) {
      return <EmptyState icon={FolderOpen} title="No projects" text="Projects you can see appear here." />;
    }
    return (
      <List label="Projects">
        {data.projects.map((project) => (
          <ProjectCardRow key={project.id} project={project} />
        ))}
      </List>
    );
  }
  if (data.tab === 'groups') {
    if (data.groups.length === 0) {
      return <EmptyState icon={Users} title="No groups" text="Groups you can see appear here." />;
    }
    return (
      <List label="Groups">
        {data.groups.map((group) => (
          <GroupCardRow key={group.id} group={group} />
        ))}
      </List>
    );
  }
  return (
    <ActivityFeed
      items={data.activity}
      emptyText={data.isSelf ? 'Your activity appears here.' : 'No activity you can see.'}
    />
  );
}

function ProfileTabs({ data }: { data: UserShowPageData }) {
  const { hrefWith } = usePageUrl();
  const { tab } = data;
  const tabs = [
    ['overview', 'Overview'],
    ['projects', 'Projects'],
    ['groups', 'Groups'],
  ] as const;
  return (
    <>
      <LinkTabs
        label="Profile"
        items={tabs.map(([key, label]) => ({
          key,
          label,
          active: tab === key,
          href: hrefWith({ tab: key === 'overview' ? null : key, page: null }),
        }))}
      />
      <div className="pt-4">
        <TabContent data={data} />
      </div>
      <ListPages paging={data.paging} />
    </>
  );
}

export default function UserShowPage() {
  const { data } = usePage<UserShowPageData>();
  const { user } = data;
  return (
    <PageBody>
      <PageHeader
        leading={<Avatar name={user.name} id={user.id} src={user.avatarUrl} size={72} />}
        title={<bdi>{user.name}</bdi>}
        badge={
          user.state === 'active' ? undefined : (
            <Badge tone="warning">
              {user.state.charAt(0).toUpperCase() + user.state.slice(1).replaceAll('_', ' ')}
            </Badge>
          )
        }
        meta={<Facts user={user} />}
        actions={
          data.isSelf && (
            <Button asChild>
              <a href="/-/profile">Edit profile</a>
            </Button>
          )
        }
      />
      {data.status !== null && <Status status={data.status} />}
      {user.bio !== '' && (
        <p dir="auto" className="max-w-160 pb-4 whitespace-pre-line">
          {user.bio}
        </p>
      )}
      {data.isHidden ? (
        <EmptyState icon={Lock} title="This profile is private" text="Only the user and administrators can see more." />
      ) : (
        <ProfileTabs data={data} />
      )}
    </PageBody>
  );
}
