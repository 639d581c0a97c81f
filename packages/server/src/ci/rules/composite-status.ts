import type { CiStatus } from '@tributary/contract/ci/status.ts';

/** Jobs of a stage or pipeline that have the same status; replaced ones do not count. */
export type JobGroup = { status: CiStatus; allowFailure: boolean };
export type CompositeStatus = { status: CiStatus; hasWarnings: boolean };

/** As a job counts among others: one that may fail and failed only warns, one that may stay manual does not count. */
type Counted = CiStatus | 'warning' | 'ignored';

function countedAs({ status, allowFailure }: JobGroup): Counted {
  if (!allowFailure) return status;
  if (status === 'manual') return 'ignored';
  return status === 'failed' || status === 'canceled' ? 'warning' : status;
}

type Rule = { only: readonly Counted[] } | { any: readonly Counted[] };

/** The first rule that applies names the status. */
const RULES: readonly (readonly [CiStatus, Rule])[] = [
  ['skipped', { only: ['skipped', 'ignored'] }],
  ['success', { only: ['success', 'skipped', 'warning', 'ignored'] }],
  ['created', { only: ['created', 'warning', 'ignored'] }],
  ['preparing', { only: ['preparing', 'warning', 'ignored'] }],
  ['canceled', { only: ['canceled', 'success', 'skipped', 'warning', 'ignored'] }],
  ['canceling', { any: ['canceling'] }],
  ['pending', { only: ['pending', 'created', 'skipped', 'warning', 'ignored'] }],
  ['running', { any: ['running', 'pending'] }],
  ['waiting_for_resource', { any: ['waiting_for_resource'] }],
  ['waiting_for_callback', { any: ['waiting_for_callback'] }],
  ['manual', { any: ['manual'] }],
  ['scheduled', { any: ['scheduled'] }],
  ['preparing', { any: ['preparing'] }],
  ['running', { any: ['created'] }],
];

/** The status of a stage or pipeline with these jobs; null without any. */
export function compositeStatus(jobs: readonly JobGroup[]): CompositeStatus | null {
  if (jobs.length === 0) return null;
  const counted = new Set(jobs.map(countedAs));
  const applies = (rule: Rule) =>
    'only' in rule
      ? [...counted].every((each) => rule.only.includes(each))
      : [...counted].some((each) => rule.any.includes(each));
  const status = RULES.find(([, rule]) => applies(rule))?.[0] ?? 'failed';
  return { status, hasWarnings: counted.has('warning') };
}
