import type { AppError } from '@tributary/contract/errors/app-error.ts';

/** Beside what is unavailable for the moment. */
const PASSING: ReadonlySet<string> = new Set([
  'merge_target_moved',
  'merge_in_progress',
  'merge_settings_changed',
  'repository_locked',
  'ref_changed',
  'outcome_unknown',
  'maintenance_mode',
]);

/** A refusal of a merge that passes by itself: it is tried again. */
export function isTransient(error: AppError): boolean {
  return error.kind === 'unavailable' || PASSING.has(error.code);
}
