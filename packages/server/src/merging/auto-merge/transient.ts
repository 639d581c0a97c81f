/** Refusals of a merge that pass by themselves: it is tried again. */
export const TRANSIENT: ReadonlySet<string> = new Set([
  'merge_target_moved',
  'merge_in_progress',
  'merge_settings_changed',
  'repository_locked',
  'ref_changed',
  'outcome_unknown',
  'git_unavailable',
  'service_unavailable',
  'maintenance_mode',
]);
