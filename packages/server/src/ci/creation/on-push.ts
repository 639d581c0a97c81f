import type { Extensions } from '../../platform/extensions.ts';
import { isZeroOid } from '@tributary/git';
import { findActingUser } from '../../accounts/index.ts';
import { onEvent } from '../../platform/events.ts';
import { getProjectAccess } from '../../projects/index.ts';
import { openPushOptions } from '../../repositories/index.ts';
import { hasPipelineOfPush } from '../store/pipeline-store.ts';
import { createPipeline } from './create-pipeline.ts';
import { readPushOptions } from './push-options.ts';

export const creationOnPush: Extensions = [
  /** A push of a branch or tag runs the pipeline that its configuration describes, as the user who pushed. */
  onEvent('push.received', 'ci', async (ctx, { data }) => {
    // As GitLab: a push of very many refs runs none.
    if (data.action === 'deleted' || data.bulkCount !== undefined) return;
    const actor = data.actorId === null ? undefined : await findActingUser(ctx, data.actorId);
    if (!actor) return;
    const inner = { ...ctx, actor };
    const access = await getProjectAccess(inner, data.projectId).catch(() => undefined);
    if (!access || access.project.is_read_only) return;
    // The event may be delivered again.
    if (
      await hasPipelineOfPush(
        ctx.db,
        { projectId: data.projectId, ref: data.name, beforeSha: data.oldSha },
        data.newSha,
      )
    )
      return;
    const { runsNone, ...chosen } = readPushOptions(openPushOptions(ctx, data.sealedOptions));
    if (runsNone) return;
    await createPipeline(inner, {
      access,
      ref: data.name,
      isTag: data.refKind === 'tag',
      sha: data.newSha,
      beforeSha: isZeroOid(data.oldSha) ? '0'.repeat(40) : data.oldSha,
      source: 'push',
      ...chosen,
      savesErrors: true,
      heedsSkip: true,
    });
  }),
];
