/** Why a merge request leaves a train without being merged by it. */
export type RemovalCode =
  | 'removed_by_user'
  | 'source_changed'
  | 'target_changed'
  | 'closed'
  | 'merged_elsewhere'
  | 'check_failed'
  | 'conflict'
  | 'nothing_left'
  | 'pipeline_failed'
  | 'pipeline_not_created'
  | 'pipeline_canceled'
  | 'not_tested'
  | 'no_status'
  | 'manual_job'
  | 'not_allowed'
  | 'trains_disabled';

const SENTENCES: Record<RemovalCode, string> = {
  removed_by_user: 'A user removed it.',
  source_changed: 'The source branch was updated.',
  target_changed: 'The target branch was changed.',
  closed: 'The merge request was closed.',
  merged_elsewhere: 'The merge request was merged outside of the merge train.',
  check_failed: 'A merge check failed.',
  conflict: 'It conflicts with the target branch.',
  nothing_left: 'The target branch has all of its changes already.',
  pipeline_failed: 'The merge train pipeline failed.',
  pipeline_not_created: 'The merge train pipeline could not be created.',
  pipeline_canceled: 'The merge train pipeline was canceled too often.',
  not_tested: 'What would be merged is not what was tested. The audit log of the project has the commits.',
  no_status: 'No status was reported for the merge train commit in time.',
  manual_job: 'Nobody started the manual job of the merge train pipeline in time.',
  not_allowed: 'The user who added it can no longer merge it.',
  trains_disabled: 'Merge trains were turned off for the project.',
};

export type Removal = { code: RemovalCode; reason: string };

/** A removal with its sentence, and with what is known beside it. */
export function removal(code: RemovalCode, detail?: string): Removal {
  return { code, reason: detail ? `${SENTENCES[code].slice(0, -1)}: ${detail}` : SENTENCES[code] };
}
