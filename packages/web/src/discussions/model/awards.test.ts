import type { PageAward } from '@tributary/contract/discussions/page.ts';
import { describe, expect, it } from 'vitest';
import { groupAwards, tooltipOf, applyAwardToggle } from './awards.ts';

const tada = { name: 'tada', emoji: '🎉' };
const person = (id: number) => ({ id, name: `Person ${id}`, username: `p${id}` });
const award = (name: string, id: number): PageAward => ({ name, emoji: '🎉', user: person(id) });

describe('groupAwards', () => {
  it('has the thumbs first and the others as they came', () => {
    const groups = groupAwards([award('tada', 1), award('thumbsdown', 1), award('heart', 2), award('thumbsup', 3)], 3);
    expect(groups.map((group) => group.name)).toEqual(['thumbsup', 'thumbsdown', 'tada', 'heart']);
    expect(groups.map((group) => group.isMine)).toEqual([true, false, false, false]);
  });
});

describe('tooltipOf', () => {
  const names = (count: number, viewerId: number | null) => {
    const [group] = groupAwards(
      Array.from({ length: count }, (_, at) => award('tada', at + 1)),
      viewerId,
    );
    return group ? tooltipOf(group, viewerId) : '';
  };
  it.each([
    [1, null, 'Person 1 reacted with :tada:'],
    [1, 1, 'You reacted with :tada:'],
    [2, null, 'Person 1 and Person 2 reacted with :tada:'],
    [3, 3, 'You, Person 1 and Person 2 reacted with :tada:'],
  ] as const)('%i people, seen by %s', (count, viewer, expected) => {
    expect(names(count, viewer)).toBe(expected);
  });
  it('lists ten at most, the viewer among them, and counts the rest', () => {
    expect(names(10, null).split(/, | and /)).toHaveLength(10);
    expect(names(10, 10)).not.toContain('more');
    expect(names(11, null)).toContain('Person 10, and 1 more reacted');
    const mine = names(12, 12);
    expect(mine.startsWith('You, Person 1,')).toBe(true);
    expect(mine).toContain('Person 9, and 2 more reacted');
  });
});

describe('applyAwardToggle', () => {
  it('gives, and takes back only one’s own; what is so already stays', () => {
    const before = [award('tada', 1)];
    const given = applyAwardToggle(before, { ...tada, isOn: true }, person(2));
    expect(given).toEqual([award('tada', 1), award('tada', 2)]);
    expect(applyAwardToggle(given, { ...tada, isOn: true }, person(2))).toBe(given);
    expect(applyAwardToggle(given, { ...tada, isOn: false }, person(2))).toEqual(before);
    expect(applyAwardToggle(before, { ...tada, isOn: false }, person(2))).toBe(before);
  });
});
