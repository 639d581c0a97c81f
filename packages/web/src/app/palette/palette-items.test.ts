import { describe, expect, it } from 'vitest';
import { shellData } from '../../../testing/page-data.ts';
import type { PaletteAction } from './palette-actions.ts';
import { paletteGroups } from './palette-items.ts';

const actions: PaletteAction[] = [
  { id: 'explore', text: 'Explore projects', keywords: 'groups people public', href: '/explore' },
  { id: 'theme', text: 'Use dark theme', keywords: 'colour night', run: () => undefined },
];

const group = { type: 'group', name: 'Acme', fullPath: 'acme', avatarUrl: null, id: 7, nav: [] } as const;

function groupsOf(query: string, context: typeof group | null = null) {
  const shell = shellData({ context: context === null ? null : { ...context, nav: [] } });
  return paletteGroups({ query, actions, shell, recent: [], remote: undefined });
}

describe('paletteGroups', () => {
  it('finds an action by the beginning of a further word', () => {
    expect(groupsOf('nig')[0]?.entries.map((entry) => entry.id)).toEqual(['action:theme']);
  });

  it('does not take loose letters of further words for a match', () => {
    expect(groupsOf('sl').map((each) => each.title)).toEqual(['Search']);
  });

  it('takes initials for a match and strewn letters not', () => {
    const all = (query: string) => groupsOf(query).flatMap((each) => each.entries.map((entry) => entry.id));
    expect(all('udt')).toContain('action:theme');
    expect(all('ue')).not.toContain('action:theme');
    expect(all('teme')).not.toContain('action:theme');
  });

  it('always offers to search everywhere, and here first', () => {
    expect(
      groupsOf('a b', group)
        .at(-1)
        ?.entries.map((entry) => entry.href),
    ).toEqual(['/search?search=a+b&group_id=7', '/search?search=a+b']);
    expect(
      groupsOf('x')
        .at(-1)
        ?.entries.map((entry) => entry.href),
    ).toEqual(['/search?search=x']);
  });

  it('has no search without words', () => {
    expect(groupsOf(' ').map((each) => each.title)).not.toContain('Search');
  });
});
