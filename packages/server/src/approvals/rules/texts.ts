const CAUSES = {
  changed: 'the content changed',
  replaced: 'the approved commits were replaced',
  retargeted: 'the target branch changed',
} as const;

/** System note of approvals that ended because the merge request changed. */
export function endedText(usernames: readonly string[], reason: keyof typeof CAUSES): string {
  const names = usernames.map((name) => `@${name}`);
  const last = names.at(-1) ?? '';
  const list = names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
  return `removed the approval${names.length === 1 ? '' : 's'} of ${list} because ${CAUSES[reason]}`;
}
