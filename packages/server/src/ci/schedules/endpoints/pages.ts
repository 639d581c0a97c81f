import type { ScheduleCard, SchedulesPageData } from '@tributary/contract/ci/schedules.ts';
import { definePage, type Page } from '../../../endpoints/pages/define-page.ts';
import type { Context } from '../../../platform/context.ts';
import { authorize, isAllowed } from '../../../platform/policy/policy.ts';
import { defineProjectNav, featureOf, type ProjectAccess } from '../../../projects/index.ts';
import { pipelinePath } from '../../render/to-rest-pipeline.ts';
import { listSchedules, type ScheduleView } from '../reads/schedule-views.ts';
import { schedulePolicy } from '../schedule-access.ts';

const MAX_SHOWN = 100;

defineProjectNav({
  key: 'pipeline_schedules',
  label: 'Pipeline schedules',
  icon: 'time',
  path: 'pipeline_schedules',
  order: 21,
  group: 'Build',
  feature: 'repository',
  ability: 'read_pipeline_schedules',
});

function toCard(ctx: Context, access: ProjectAccess, { row, owner, lastPipeline }: ScheduleView): ScheduleCard {
  const policy = schedulePolicy(ctx, access, row);
  return {
    id: row.id,
    description: row.description,
    ref: row.ref,
    cron: row.cron,
    timezone: row.cron_timezone,
    isActive: row.is_active,
    nextRunAt: row.next_run_at?.toISOString() ?? null,
    note: row.note,
    owner: owner && {
      id: owner.id,
      username: owner.username,
      name: owner.name,
      avatarUrl: owner.avatarUrl,
      href: `/${owner.username}`,
    },
    lastPipeline: lastPipeline && {
      id: lastPipeline.id,
      href: pipelinePath(access.project.full_path, lastPipeline.id),
      status: lastPipeline.status,
    },
    can: {
      update: isAllowed(ctx.actor, 'update_pipeline_schedule', policy),
      play: isAllowed(ctx.actor, 'play_pipeline_schedule', policy),
      takeOwnership: !policy.isOwn && isAllowed(ctx.actor, 'take_pipeline_schedule', policy),
    },
  };
}

export const schedulePages: Page[] = [
  definePage<ProjectAccess, SchedulesPageData>({
    kind: 'pipeline_schedules',
    on: 'project',
    path: 'pipeline_schedules',
    ability: 'read_pipeline_schedules',
    nav: 'pipeline_schedules',
    load: async ({ ctx, subject }) => {
      const { project } = subject;
      const policy = featureOf(subject, 'repository');
      authorize(ctx.actor, 'read_pipeline_schedules', policy);
      const { items } = await listSchedules(ctx, { projectId: project.id }, { page: 1, perPage: MAX_SHOWN });
      return {
        title: 'Pipeline schedules',
        breadcrumbs: [{ text: 'Pipeline schedules', href: `/${project.full_path}/-/pipeline_schedules` }],
        data: {
          projectId: project.id,
          schedules: items.map((view) => toCard(ctx, subject, view)),
          defaultBranch: project.default_branch ?? '',
          canCreate: isAllowed(ctx.actor, 'update_pipeline', policy),
        },
      };
    },
  }),
];
