import {
  accessLevelName,
  isMemberLevel,
  MEMBER_LEVELS,
  type MemberLevel,
} from '@tributary/contract/core/access-levels.ts';

/** Levels that someone with this role may give: never above their own. Below maintainer nobody gives any. */
export function grantableLevels(ownLevel: number): MemberLevel[] {
  return ownLevel < 40 ? [] : MEMBER_LEVELS.filter((level) => level <= ownLevel);
}

/** Message when the level is below what groups above give, which would change nothing; null when it is fine. */
export function inheritedLevelProblem(level: number, inherited: { level: number; from: string }): string | null {
  if (inherited.level <= level) return null;
  const name = accessLevelName(inherited.level);
  return `should be greater than or equal to ${name} inherited membership from group ${inherited.from}`;
}

/** Message when a membership would end before it has begun. */
export function expiryProblem(expiresAt: string | null | undefined, today: string): string | null {
  return expiresAt && expiresAt <= today ? 'cannot be a date in the past' : null;
}

export function asMemberLevel(level: number): MemberLevel {
  return isMemberLevel(level) ? level : 10;
}
