import type { Extensions } from '../../platform/extensions.ts';
import type { Context } from '../../platform/context.ts';
import { onEvent } from '../../platform/events.ts';
import { type Activity, hasTargetEvent, projectById, recordActivity } from '../../projects/index.ts';
import type { PushReceived } from '../events.ts';
import { pushTitle } from '../store/push-store.ts';

const ACTIONS = { created: 'pushed new', updated: 'pushed to', deleted: 'deleted' } as const;
const PUSH_ACTIONS = { created: 'created', updated: 'pushed', deleted: 'removed' } as const;
const ZEROS = /^0+$/;

type RefActivity = Pick<Activity, 'targetTitle' | 'targetPath' | 'detail' | 'push'>;

async function ofOneRef(ctx: Context, push: PushReceived): Promise<RefActivity> {
  const title = await pushTitle(ctx.db, push.pushEventId);
  const encoded = push.name
    .split('/')
    .map((part) => encodeURIComponent(part))
    .join('/');
  return {
    targetTitle: push.name,
    ...(push.action !== 'deleted' && { targetPath: `/-/tree/${encoded}` }),
    ...(title !== null && { detail: title }),
    push: {
      commit_count: push.commitCount,
      action: PUSH_ACTIONS[push.action],
      ref_type: push.refKind,
      commit_from: ZEROS.test(push.oldSha) ? null : push.oldSha,
      commit_to: ZEROS.test(push.newSha) ? null : push.newSha,
      ref: push.name,
      commit_title: title,
      ref_count: null,
    },
  };
}

/** As GitLab has it: the number alone. */
function ofManyRefs({ name, refKind, action }: PushReceived, count: number): RefActivity {
  return {
    targetTitle: `${name} and ${count - 1} more`,
    ...(action !== 'deleted' && { targetPath: refKind === 'branch' ? '/-/branches' : '/-/tags' }),
    push: {
      commit_count: 0,
      action: PUSH_ACTIONS[action],
      ref_type: refKind,
      commit_from: null,
      commit_to: null,
      ref: null,
      commit_title: null,
      ref_count: count,
    },
  };
}

export const refUpdatesPushActivity: Extensions = [
  onEvent('push.received', 'activity', async (ctx, { data: push }) => {
    if (push.actorId === null || (await hasTargetEvent(ctx.db, push.refKind, push.pushEventId))) return;
    const project = await projectById(ctx.db, push.projectId);
    if (!project) return;
    await recordActivity(ctx, {
      authorId: push.actorId,
      projectId: push.projectId,
      action: ACTIONS[push.action],
      ability: 'read_code',
      feature: 'repository',
      targetType: push.refKind,
      targetId: push.pushEventId,
      ...(push.bulkCount === undefined ? await ofOneRef(ctx, push) : ofManyRefs(push, push.bulkCount)),
    });
  }),
];
