import { AppError } from '@tributary/contract/errors/app-error.ts';
import { loadForChange, type MergeRequestAccess } from '../../merge-requests/index.ts';
import { actorId } from '../../platform/actor.ts';
import type { Context } from '../../platform/context.ts';
import { addJob } from '../../platform/jobs.ts';
import { defineOperation } from '../../platform/operation.ts';
import { canRespond, canRetry } from '../abilities.ts';
import { statusChecksChanged } from '../changed.ts';
import { askServiceJob } from '../jobs/ask-services.ts';
import { type CheckStatus, statusesOf } from '../reads/statuses.ts';
import { putResponse, type ResponseRow } from '../store/responses.ts';
import type { ResponseStatus } from '../tables.ts';
import { CHECK_RESOURCE } from './manage-checks.ts';

type Wish = { mergeRequestId: number; checkId: number };
type Loaded = { found: MergeRequestAccess; status: CheckStatus };

async function load(ctx: Context, { mergeRequestId, checkId }: Wish): Promise<Loaded> {
  const found = await loadForChange(ctx, mergeRequestId);
  const all = (await statusesOf(ctx, [found.row])).get(mergeRequestId) ?? [];
  const status = all.find((each) => each.check.id === checkId);
  if (!status) throw new AppError('not_found', { resource: CHECK_RESOURCE });
  return { found, status };
}

/** What a service says about the head that the request has now: an answer about another one is refused. */
export const respondToCheck = defineOperation<
  Wish & { sha: string; status: ResponseStatus },
  Loaded,
  { response: ResponseRow; status: CheckStatus }
>({
  name: 'status_check.respond',
  load,
  check: (ctx, { found }) => canRespond(ctx.actor, found),
  run: async (ctx, { found, status }, { mergeRequestId, checkId, sha, status: answer }) => {
    if (found.row.head_sha !== sha) throw new AppError('status_check_other_head');
    const at = ctx.clock.now();
    const response = await putResponse(ctx.db, { mergeRequestId, checkId, sha }, { status: answer, at });
    await statusChecksChanged(ctx, mergeRequestId);
    return { response, status };
  },
});

/** Asks the service again about what failed, or what it was never asked about. */
export const retryCheck = defineOperation<Wish, Loaded, void>({
  name: 'status_check.retry',
  load,
  check: (ctx, { found }) => canRetry(ctx.actor, found),
  run: async (ctx, { found, status }, { mergeRequestId, checkId }) => {
    const sha = found.row.head_sha;
    const waits = status.response !== null && status.status !== 'failed';
    if (waits || sha === null) throw new AppError('status_check_not_failed', {}, { status: 422 });
    await putResponse(ctx.db, { mergeRequestId, checkId, sha }, { status: 'pending', at: ctx.clock.now() });
    await addJob(ctx, askServiceJob, { mergeRequestId, checkId, sha, actorId: actorId(ctx.actor) ?? null });
    await statusChecksChanged(ctx, mergeRequestId);
  },
});
