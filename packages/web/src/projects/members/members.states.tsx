import type { InvitedGroupEntry, MemberEntry } from '@tributary/contract/projects/members-page.ts';
import { accessLevelName } from '@tributary/contract/core/access-levels.ts';
import type { ReactNode } from 'react';
import { List } from '../../ui/list-row.tsx';
import { GroupRow } from './group-row.tsx';
import { MemberRow } from './member-row.tsx';

export const group = 'Members';

const place = {
  kind: 'project',
  id: 1,
  name: 'Gate',
  fullPath: 'river-works/gate',
  href: '/',
  avatarUrl: null,
} as const;
const root = { id: 1, username: 'root', name: 'Administrator', avatarUrl: null, href: '/root' };

function member(id: number, name: string, parts: Partial<MemberEntry> = {}, state = 'active'): MemberEntry {
  const level = parts.level ?? 30;
  return {
    user: { id, name, username: `person-${id}`, avatarUrl: null, href: '/-/gallery', state, isBot: false },
    level,
    levelName: accessLevelName(level),
    origin: 'direct',
    source: null,
    expiresAt: null,
    addedAt: new Date(Date.now() - id * 36e5).toISOString(),
    addedBy: root,
    isSelf: false,
    levels: [10, 20, 30, 40],
    removalRefusal: null,
    ...parts,
  };
}

const fixed = { levels: [], removalRefusal: 'No.' };
const source = { name: 'River Works', fullPath: 'river-works', href: '/-/gallery' };

const link = { fullPath: 'river-works/visitors/of-the-lower-weir', href: '/-/gallery', avatarUrl: null };

function invited(groupId: number, parts: Partial<InvitedGroupEntry> = {}): InvitedGroupEntry {
  return {
    groupId,
    group: { name: 'Visitors', ...link },
    level: 30,
    levelName: 'Developer',
    source: null,
    expiresAt: null,
    addedAt: new Date(Date.now() - groupId * 36e5).toISOString(),
    levels: [10, 20, 30, 40],
    ...parts,
  };
}

export const states: Record<string, ReactNode> = {
  'For somebody who may change them': (
    <List label="Members">
      <MemberRow place={place} member={member(1, 'Olga Owner', { level: 50, isSelf: true, ...fixed })} />
      <MemberRow
        place={place}
        member={member(2, 'Ines Inherited', { origin: 'above', source, ...fixed, addedBy: null })}
      />
      <MemberRow
        place={place}
        member={member(8, 'Ivo Invited', { origin: 'invited', source, ...fixed, addedBy: null })}
      />
      <MemberRow place={place} member={member(9, 'Hana Hidden', { origin: 'invited', ...fixed, addedBy: null })} />
      <MemberRow place={place} member={member(3, 'Dora Developer', { expiresAt: '2099-03-01' })} />
      <MemberRow place={place} member={member(4, 'ליאור בן־דוד', { level: 10 }, 'blocked')} />
      <MemberRow
        place={place}
        member={member(5, 'Maximilian-Ferdinand Graf von Hohenstaufen-Wittelsbach zu Donaueschingen', {
          expiresAt: '2099-12-31',
        })}
      />
    </List>
  ),
  'Invited groups': (
    <List label="Invited groups">
      <GroupRow place={place} entry={invited(1, { expiresAt: '2099-03-01' })} />
      <GroupRow
        place={place}
        entry={invited(2, {
          group: { name: 'A name that is as long as people make them when nobody stops them', ...link },
          level: 10,
          levelName: 'Guest',
        })}
      />
      <GroupRow place={place} entry={invited(3, { group: null })} />
      <GroupRow place={place} entry={invited(4, { source, levels: [] })} />
    </List>
  ),
  'For the others': (
    <List label="Members to read">
      <MemberRow place={place} member={member(6, 'Olga Owner', { level: 50, ...fixed })} />
      <MemberRow place={place} member={member(7, 'Gus Guest', { level: 10, isSelf: true, levels: [] })} />
    </List>
  ),
};
