import type { ActivityItem, HomeItem, HomeSection, UserRef } from '@tributary/contract/projects/page.ts';
import type { ReactNode } from 'react';
import { ActivityFeed } from './activity-feed.tsx';
import { HomeSections } from './home-sections.tsx';
import { HomeShortcuts } from './home-shortcuts.tsx';

export const group = 'Home';

const hourMs = 3_600_000;
const ago = (hours: number): string => new Date(Date.now() - hours * hourMs).toISOString();
const person = (id: number, name: string): UserRef => ({
  id,
  name,
  username: `person-${id}`,
  avatarUrl: null,
  href: '/-/gallery',
});
const ada = person(1, 'Ada Lovelace');
const layla = person(2, 'ليلى حسن');

const item = (id: number, title: string, facts: string[]): HomeItem => ({
  id: String(id),
  title,
  href: '/-/gallery',
  reference: `river-works/gate!${id}`,
  icon: 'merge-request',
  facts,
  person: id % 2 === 0 ? layla : ada,
  at: ago(id),
});

const waiting: HomeSection = {
  key: 'waiting',
  title: 'Your turn',
  href: '/-/gallery',
  emptyText: 'Nothing is waiting on you.',
  total: 1_204,
  items: [
    item(1, 'Join the two streams before the mill', ['Review requested']),
    item(2, 'Keep the gate shut while the water rises and nobody has said that it may open again', ['Draft']),
    item(3, 'تحديث الصفحة الرئيسية', ['2 threads open', 'Review requested']),
  ],
};

const activity: ActivityItem[] = [
  {
    id: 3,
    at: ago(0.1),
    actor: ada,
    action: 'pushed to branch',
    target: { text: 'main', href: '/-/gallery' },
    project: { name: 'Gate', fullPath: 'river-works/gate', href: '/-/gallery' },
    detail: 'Keep the gate shut while the level rises and tell the keeper why it does not open',
    icon: 'commit',
  },
  {
    id: 2,
    at: ago(30),
    actor: layla,
    action: 'opened merge request',
    target: { text: '!12 Join the two streams before the mill', href: '/-/gallery' },
    project: { name: 'Sandbox', fullPath: `river-works/${'a-very-long-department/'.repeat(4)}sandbox`, href: '/' },
    detail: null,
    icon: 'merge-request',
  },
  { id: 1, at: ago(300), actor: ada, action: 'joined', target: null, project: null, detail: null, icon: 'members' },
];

const place = (id: number, name: string) => ({
  id,
  name,
  fullPath: `place-${id}`,
  href: '/-/gallery',
  avatarUrl: null,
});

export const states: Record<string, ReactNode> = {
  'Inbox and to-do list': <HomeSections sections={[waiting]} />,
  'Nothing waits': <HomeSections sections={[{ ...waiting, title: 'Issues that wait for you', total: 0, items: [] }]} />,
  'Recent activity': <ActivityFeed items={activity} emptyText="" />,
  'No activity': <ActivityFeed items={[]} emptyText="No activity in your projects yet." />,
  'Own places': (
    <HomeShortcuts
      projects={[
        { ...place(1, 'Sluice Control') },
        { ...place(2, 'A project whose name goes on and on because nobody told its maker') },
      ].map((each) => ({
        ...each,
        namespaceName: '',
        description: '',
        visibility: 'private',
        archived: false,
        starCount: 0,
        forksCount: 0,
        starred: false,
        lastActivityAt: ago(1),
        role: null,
        topics: [],
        pipeline: null,
      }))}
      groups={[]}
    />
  ),
};
