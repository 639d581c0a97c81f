import { accessLevelName } from '@tributary/contract/core/access-levels.ts';
import type { AccessEntry } from './protection-rule.ts';

const TEXTS: Record<number, string> = {
  0: 'No one',
  30: 'Developers + Maintainers',
  40: 'Maintainers',
  60: 'Administrators',
};

/** A level of a protection rule as clients and users read it. */
export function levelText(level: number): string {
  return TEXTS[level] ?? 'No one';
}

/** Those a rule names, for the record of its changes. */
export function accessTexts(entries: readonly AccessEntry[]): string[] {
  return entries.map((entry) => {
    if (entry.userId !== null) return `user ${entry.userId}`;
    return entry.groupId === null ? accessLevelName(entry.level ?? 0) : `group ${entry.groupId}`;
  });
}
