import type { WidgetData } from '@tributary/contract/merge-requests/widget.ts';

export const MERGE_DISABLED = {
  usual: 'You can only merge once the items above are resolved.',
  skipped: "Merge blocked: pipeline must succeed. It's waiting for a manual job to continue.",
  approvals: 'Merge blocked: all required approvals must be given.',
  dependencies: 'Merge blocked: all merge request dependencies must be merged.',
  noPipeline: 'A CI/CD pipeline must run and be successful before merge.',
} as const;

type Facts = Pick<
  WidgetData,
  | 'blocking_merge_requests'
  | 'detailed_merge_status'
  | 'only_allow_merge_if_pipeline_succeeds'
  | 'allow_merge_on_skipped_pipeline'
  | 'has_ci'
  | 'ci_status'
>;

function hasOpenDependencies({
  total_count: total,
  visible_merge_requests: visible,
}: Facts['blocking_merge_requests']) {
  return visible.merged.length !== total;
}

/** Waits for someone to start a job. */
const WAITS = new Set(['skipped', 'manual']);

/** Why the merge button cannot be pressed. */
export function mergeDisabledText(data: Facts): string {
  const { detailed_merge_status: status, ci_status: ci } = data;
  const isDependent = hasOpenDependencies(data.blocking_merge_requests);
  if (isDependent || status === 'merge_request_blocked') return MERGE_DISABLED.dependencies;
  if (status === 'not_approved') return MERGE_DISABLED.approvals;
  if (!data.only_allow_merge_if_pipeline_succeeds && status !== 'ci_must_pass') return MERGE_DISABLED.usual;
  if (!data.has_ci || ci === null) return MERGE_DISABLED.noPipeline;
  const isWaiting = WAITS.has(ci) && !data.allow_merge_on_skipped_pipeline;
  return isWaiting ? MERGE_DISABLED.skipped : MERGE_DISABLED.usual;
}
