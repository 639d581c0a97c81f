import type { Extensions } from '../../../platform/extensions.ts';
import type { ScheduleCard, SchedulesPageData } from '@tributary/contract/ci/schedules.ts';
import { lookOfPipeline } from '@tributary/contract/ci/status.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { definePage, type Page } from '../../../endpoints/pages/define-page.ts';
import type { Context } from '../../../platform/context.ts';
import { authorize, isAllowed } from '../../../platform/policy/policy.ts';
import { defineProjectNav, featureOf, type ProjectAccess } from '../../../projects/index.ts';
import { pipelinePath, toDetailedStatus } from '../../render/to-rest-pipeline.ts';
import { listSchedules, type ScheduleView } from '../reads/schedule-views.ts';
import { mayReadVariables, schedulePolicy } from '../schedule-access.ts';

/** A project has no more of them. */
const MAX_SHOWN = 100;
const SCOPES = ['active', 'inactive'] as const;

function toCard(
  ctx: Context,
  access: ProjectAccess,
  { row, owner, lastPipeline, variables }: ScheduleView,
): ScheduleCard {
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
      status: toDetailedStatus(lookOfPipeline(lastPipeline.status, lastPipeline.has_warnings), null),
    },
    variables: mayReadVariables(ctx, { policy })
      ? variables.map(({ key, value, kind }) => ({ key, value, type: kind }))
      : null,
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
    load: async ({ ctx, subject, query }) => {
      const { project } = subject;
      const policy = featureOf(subject, 'repository');
      authorize(ctx.actor, 'read_pipeline_schedules', policy);
      const { items } = await listSchedules(ctx, { projectId: project.id }, { page: 1, perPage: MAX_SHOWN });
      const scope = SCOPES.find((each) => each === query.get('scope')) ?? 'all';
      const shown = items.filter(({ row }) => scope === 'all' || row.is_active === (scope === 'active'));
      const active = items.filter(({ row }) => row.is_active).length;
      return {
        title: 'Pipeline schedules',
        breadcrumbs: [{ text: 'Pipeline schedules', href: `/${project.full_path}/-/pipeline_schedules` }],
        data: {
          projectId: project.id,
          projectPath: project.full_path,
          refsPath: repositoryPaths.refs(project.full_path),
          scope,
          counts: { all: items.length, active, inactive: items.length - active },
          schedules: shown.map((view) => toCard(ctx, subject, view)),
          defaultBranch: project.default_branch ?? '',
          canCreate: isAllowed(ctx.actor, 'update_pipeline', policy),
        },
      };
    },
  }),
];

export const schedulesPages: Extensions = [
  defineProjectNav({
    key: 'pipeline_schedules',
    label: 'Pipeline schedules',
    icon: 'time',
    path: 'pipeline_schedules',
    order: 21,
    group: 'Build',
    feature: 'repository',
    ability: 'read_pipeline_schedules',
  }),
];
