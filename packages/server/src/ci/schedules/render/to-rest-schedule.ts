import type { RestVariable } from '@tributary/contract/ci/run-pipeline.ts';
import type { RestSchedule, RestScheduleDetails } from '@tributary/contract/ci/schedules.ts';
import { renderUserBasic } from '../../../accounts/index.ts';
import { type ProjectHome, toRestPipelineBasic } from '../../render/to-rest-pipeline.ts';
import type { ScheduleVariable, ScheduleView } from '../reads/schedule-views.ts';

export function toRestSchedule({ origin }: ProjectHome, { row, owner }: ScheduleView): RestSchedule {
  return {
    id: row.id,
    description: row.description,
    ref: row.ref,
    cron: row.cron,
    cron_timezone: row.cron_timezone,
    next_run_at: row.next_run_at?.toISOString() ?? null,
    active: row.is_active,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    owner: owner && renderUserBasic(owner, { config: { url: origin } }),
    inputs: Object.entries(row.inputs).map(([name, value]) => ({ name, value })),
  };
}

export const toRestScheduleVariable = ({ key, value, kind }: ScheduleVariable): RestVariable => ({
  variable_type: kind,
  key,
  value,
  raw: false,
});

export function toRestScheduleDetails(
  home: ProjectHome,
  view: ScheduleView,
  { withVariables }: { withVariables: boolean },
): RestScheduleDetails {
  return {
    ...toRestSchedule(home, view),
    last_pipeline: view.lastPipeline && toRestPipelineBasic(home, view.lastPipeline),
    ...(withVariables && { variables: view.variables.map(toRestScheduleVariable) }),
  };
}
