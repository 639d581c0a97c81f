import type { RunnerStatus, RunnerType } from '@tributary/contract/ci/runners.ts';
import type { RunnerKind } from '../tables.ts';

const ONLINE_MS = 2 * 3_600_000;
const STALE_MS = 7 * 86_400_000;

type Contact = { contacted_at: Date | null; created_at: Date };

/** A runner is online if it was heard of lately, and stale if that is days ago. */
export function runnerStatus({ contacted_at: contacted, created_at: created }: Contact, now: Date): RunnerStatus {
  if (!contacted) return now.getTime() - created.getTime() > STALE_MS ? 'stale' : 'never_contacted';
  const silence = now.getTime() - contacted.getTime();
  if (silence < ONLINE_MS) return 'online';
  return silence > STALE_MS ? 'stale' : 'offline';
}

/** Bounds of the statuses for queries. */
export const statusBounds = (now: Date) => ({
  onlineSince: new Date(now.getTime() - ONLINE_MS),
  staleBefore: new Date(now.getTime() - STALE_MS),
});

export const runnerType = (kind: RunnerKind): RunnerType => `${kind}_type`;

export function kindOfType(type: RunnerType): RunnerKind {
  if (type === 'instance_type') return 'instance';
  return type === 'group_type' ? 'group' : 'project';
}
