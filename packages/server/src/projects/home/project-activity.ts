import type { Extensions } from '../../platform/extensions.ts';
import { onProjectCreated } from '../lifecycle/project-hooks.ts';
import { recordActivity } from './record-activity.ts';

export const homeProjectActivity: Extensions = [
  onProjectCreated((ctx, project) =>
    recordActivity(ctx, {
      projectId: project.id,
      action: 'created',
      ability: 'read_project',
      targetType: 'project',
      targetId: project.id,
    }),
  ),
];
