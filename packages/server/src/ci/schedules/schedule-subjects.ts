import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { SubjectLoader } from '../../endpoints/http/define-route.ts';
import { getScheduleAccess, type ScheduleAccess } from './schedule-access.ts';

/** The parameters name the project by `project`. */
const inPlace = (project: string): SubjectLoader<ScheduleAccess> => ({
  params: project === 'id' ? ['id', 'pipeline_schedule_id'] : ['pipeline_schedule_id'],
  load: (ctx, params) => {
    const id = params['pipeline_schedule_id'] ?? '';
    if (!/^\d{1,15}$/.test(id)) throw new AppError('not_found', { resource: 'Pipeline Schedule' });
    return getScheduleAccess(ctx, params[project] ?? '', Number(id));
  },
});

/** `/projects/:id/pipeline_schedules/:pipeline_schedule_id/…`. */
export const inSchedule = inPlace('id');

/** `<project>/-/pipeline_schedules/:pipeline_schedule_id`. */
export const onSchedulePage = inPlace('place');
