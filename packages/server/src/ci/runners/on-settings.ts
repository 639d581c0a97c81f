import type { Extensions } from '../../platform/extensions.ts';
import { onEvent, publish } from '../../platform/events.ts';
import { QUEUE_TOPIC } from '../processing/queue-topic.ts';

export const runnersOnSettings: Extensions = [
  /** Runners of groups and of the instance may work for a project from now on: what waits there is looked at again. */
  onEvent('project.updated', 'runners', async (ctx, { data: { projectId, changed } }) => {
    if (changed.includes('ci_settings')) await publish(ctx, QUEUE_TOPIC, 'settings', { projectId });
  }),
];
