import type { RestTrainCar } from '@tributary/contract/merge-requests/train-rest.ts';
import { renderUserBasic } from '../../../accounts/index.ts';
import { toRestPipelineBasic } from '../../../ci/index.ts';
import { pathOf } from '../../../merge-requests/index.ts';
import type { TrainCarView } from '../reads/train-cars.ts';

export function toRestCar(origin: string, { car, row, access, user, pipeline }: TrainCarView): RestTrainCar {
  const { full_path: fullPath } = access.project;
  const isMerged = car.state === 'merged' || car.state === 'skip_merged';
  const seconds = car.ended_at && Math.round((car.ended_at.getTime() - car.created_at.getTime()) / 1_000);
  return {
    id: car.id,
    merge_request: {
      id: row.id,
      iid: row.iid,
      project_id: row.target_project_id,
      title: row.title,
      description: row.description,
      state: row.state,
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
      web_url: `${origin}${pathOf(fullPath, row.iid)}`,
    },
    user: user && renderUserBasic(user, { config: { url: origin } }),
    pipeline: pipeline && toRestPipelineBasic({ origin, fullPath }, pipeline),
    created_at: car.created_at.toISOString(),
    updated_at: car.updated_at.toISOString(),
    target_branch: car.target_branch,
    status: car.state,
    merged_at: isMerged ? (car.ended_at?.toISOString() ?? null) : null,
    duration: seconds,
    removal_reason:
      car.reason_code === null || car.state !== 'removed' ? null : { code: car.reason_code, message: car.reason ?? '' },
  };
}
