import { AppError } from '@tributary/contract/errors/app-error.ts';

/** Parameters by which a client says which commit its change is about. */
const PINS = ['sha', 'head_sha', 'diff_head_sha', 'merge_request_diff_head_sha', 'last_commit_id'];

/**
 * Unknown and blank parameters are left out, but never one that pins a commit: the change would act on another one than
 * the client has seen.
 */
export function refuseDroppedPins(method: string, sent: Record<string, unknown>, known: Record<string, unknown>): void {
  if (method === 'GET' || method === 'HEAD') return;
  for (const name of PINS) {
    const value = sent[name];
    if (value === undefined || value === null) continue;
    if (!Object.hasOwn(known, name)) throw new AppError('unknown_parameter', { names: name });
    if (typeof value === 'string' && value.trim() === '') throw new AppError('bad_parameter', { name });
  }
}
