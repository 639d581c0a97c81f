import { type CiStatus, PIPELINE_SOURCES } from '@tributary/contract/ci/status.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { PipelineFilter } from '../../store/list-pipelines-store.ts';

export type PipelineFilters = {
  status?: Uppercase<CiStatus> | null | undefined;
  ref?: string | null | undefined;
  sha?: string | null | undefined;
  source?: string | null | undefined;
  username?: string | null | undefined;
};

/** Arguments of a list of pipelines as a filter. */
export function filterOfArguments({
  status,
  ref,
  sha,
  source,
  username,
}: PipelineFilters): Omit<PipelineFilter, 'projectIds'> {
  const wanted = source ?? undefined;
  const known = PIPELINE_SOURCES.find((each) => each === wanted?.toLowerCase());
  if (wanted !== undefined && known === undefined) throw new AppError('bad_parameter', { name: 'source' });
  const lower = status?.toLowerCase() as CiStatus | undefined;
  return {
    status: lower,
    source: known,
    ref: ref ?? undefined,
    sha: sha ?? undefined,
    username: username ?? undefined,
  };
}
