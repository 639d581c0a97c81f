import type { MembersPageData } from '@tributary/contract/projects/members-page.ts';

/** Most users who are added write code. */
const USUAL_LEVEL = 30;

/** The role that a form for a new member starts with. */
export function firstLevel(grantable: MembersPageData['grantable']): string {
  const usual = grantable.find((each) => each.value === USUAL_LEVEL) ?? grantable.at(-1);
  return String(usual?.value ?? USUAL_LEVEL);
}
