import type { PageAward } from '@tributary/contract/discussions/page.ts';

export type AwardUser = PageAward['user'];
/** `url`: the image, of those that a group made. */
export type PickedEmoji = { name: string; emoji: string; url?: string | undefined };

/** All who gave one emoji, in the order they gave it. */
export type AwardGroup = PickedEmoji & { people: AwardUser[]; isMine: boolean };

const FIRST = ['thumbsup', 'thumbsdown'];
const MOST_NAMES = 10;

/** By emoji: the thumbs first, the others in the order they were first given. */
export function groupAwards(awards: readonly PageAward[], viewerId: number | null): AwardGroup[] {
  const groups = new Map<string, AwardGroup>();
  for (const { name, emoji, url, user } of awards) {
    const group = groups.get(name) ?? { name, emoji, ...(url && { url }), people: [], isMine: false };
    groups.set(name, group);
    group.people.push(user);
    group.isMine ||= user.id === viewerId;
  }
  return [...groups.values()].toSorted((a, b) => order(a) - order(b));
}

function order(group: AwardGroup): number {
  const at = FIRST.indexOf(group.name);
  return at < 0 ? FIRST.length : at;
}

/** At most ten names: nine and "You" for who is among them, then how many more. */
export function tooltipOf(group: AwardGroup, viewerId: number | null): string {
  const others = group.people.filter((person) => person.id !== viewerId).map((person) => person.name);
  const shown = others.slice(0, group.isMine ? MOST_NAMES - 1 : MOST_NAMES);
  const left = others.length - shown.length;
  const names = group.isMine ? ['You', ...shown] : shown;
  if (left > 0) return `${names.join(', ')}, and ${left} more reacted with :${group.name}:`;
  const last = names.pop() ?? '';
  const all = names.length === 0 ? last : `${names.join(', ')} and ${last}`;
  return `${all} reacted with :${group.name}:`;
}

/** An emoji that a user wants to have given, or not to have given. */
export type AwardToggle = PickedEmoji & { isOn: boolean };

export function isAwarded(awards: readonly PageAward[], name: string, personId: number): boolean {
  return awards.some((award) => award.name === name && award.user.id === personId);
}

/** The awards as they are when this user's wish has come true. */
export function applyAwardToggle(
  awards: readonly PageAward[],
  { name, emoji, url, isOn }: AwardToggle,
  person: AwardUser,
): readonly PageAward[] {
  if (isAwarded(awards, name, person.id) === isOn) return awards;
  return isOn
    ? [...awards, { name, emoji, ...(url && { url }), user: person }]
    : awards.filter((award) => award.name !== name || award.user.id !== person.id);
}
