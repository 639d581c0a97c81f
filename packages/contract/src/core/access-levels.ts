/** Roles are numbers and inherit upward. */
export const ACCESS_LEVELS = { none: 0, guest: 10, reporter: 20, developer: 30, maintainer: 40, owner: 50 } as const;
export type AccessLevelName = keyof typeof ACCESS_LEVELS;

/** Levels that a member can be given. */
export const MEMBER_LEVELS = [10, 20, 30, 40, 50] as const;
export type MemberLevel = (typeof MEMBER_LEVELS)[number];

/** Levels that a protected branch can name: 0 is "no one", 60 is "administrators". */
export const PROTECTION_LEVELS = [0, 30, 40, 60] as const;
export type ProtectionLevel = (typeof PROTECTION_LEVELS)[number];

const NAMES: Record<number, string> = {
  0: 'No access',
  10: 'Guest',
  20: 'Reporter',
  30: 'Developer',
  40: 'Maintainer',
  50: 'Owner',
  60: 'Administrator',
};

export function accessLevelName(level: number): string {
  return NAMES[level] ?? 'No access';
}

export function isMemberLevel(level: number): level is MemberLevel {
  return MEMBER_LEVELS.some((known) => known === level);
}

export const VISIBILITIES = ['private', 'internal', 'public'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

/** Who may use one part of a project (repository, merge requests, issues). */
export const FEATURE_LEVELS = ['disabled', 'private', 'enabled'] as const;
export type FeatureLevel = (typeof FEATURE_LEVELS)[number];
