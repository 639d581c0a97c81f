import { AppError } from '@tributary/contract/errors/app-error.ts';

type InNetwork = { id: number; forked_from_id: number | null };

/** A branch may be proposed to its own project, to where it was forked from, to a fork, or to a sibling fork. */
export function isSameNetwork(source: InNetwork, target: InNetwork): boolean {
  if (source.id === target.id || source.forked_from_id === target.id || target.forked_from_id === source.id)
    return true;
  return source.forked_from_id !== null && source.forked_from_id === target.forked_from_id;
}

export function checkFork(source: InNetwork, target: InNetwork): void {
  if (!isSameNetwork(source, target)) throw new AppError('merge_request_not_fork', {}, { status: 422 });
}
