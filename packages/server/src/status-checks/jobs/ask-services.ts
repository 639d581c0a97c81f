import type { Extensions } from '../../platform/extensions.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { findMergeRequestById, mergeRequestHookBody } from '../../merge-requests/index.ts';
import { type Context, transact } from '../../platform/context.ts';
import { onEvent } from '../../platform/events.ts';
import { actorId as idOf } from '../../platform/actor.ts';
import { addJob, addJobs, defineJob, registerJob, type JobDefinition } from '../../platform/jobs.ts';
import { callOutside } from '../../platform/outbound/outbound.ts';
import { onGatesChanged } from '../../projects/index.ts';
import { statusChecksChanged } from '../changed.ts';
import { checksFor } from '../reads/statuses.ts';
import { openSecret, signatureOf } from '../secret.ts';
import { findCheck, listChecks, listOpenInto, type StatusCheckRow } from '../store/checks.ts';
import { failPending, type Head, insertPending } from '../store/responses.ts';

const TIMEOUT_MS = 10_000;
const MAX_ANSWER_BYTES = 8_192;
const BATCH = 100;

type Question = { mergeRequestId: number; checkId: number; sha: string; actorId: number | null };

/** Tells a service of a head. What it finds it says by an answer of its own; only that it cannot be reached is known here. */
export const askServiceJob: JobDefinition<Question> = defineJob<Question>({
  name: 'ask-status-check',
  lane: 'outbound',
  run: async (ctx, question) => {
    const row = await findMergeRequestById(ctx.db, question.mergeRequestId);
    const check = row && (await findCheck(ctx.db, row.target_project_id, question.checkId));
    // A newer head is asked about by a job of its own.
    if (!row || !check || row.state !== 'opened' || row.head_sha !== question.sha) return;
    const told = await mergeRequestHookBody(ctx, row.id, { action: 'update', actorId: question.actorId });
    if (!told) return;
    const { id, name, external_url: url } = check;
    const body = JSON.stringify({ ...told, external_approval_rule: { id, name, external_url: url } });
    const problem = await send(ctx, check, body);
    if (problem === null) return;
    const head: Head = { mergeRequestId: row.id, checkId: id, sha: question.sha };
    await transact(ctx, async (inner) => {
      const isFailed = await failPending(inner.db, head, ctx.clock.now(), problem);
      if (isFailed) await statusChecksChanged(inner, row.id);
    });
  },
});

/** What went wrong; null when the service took it. */
async function send(ctx: Context, check: StatusCheckRow, body: string): Promise<string | null> {
  const secret = openSecret(ctx, check);
  try {
    const { status } = await callOutside(ctx, {
      method: 'POST',
      url: check.external_url,
      headers: {
        'content-type': 'application/json',
        'user-agent': `Tributary/${ctx.config.version}`,
        ...(secret !== null && { 'x-gitlab-signature': signatureOf(secret, body) }),
      },
      body,
      timeoutMs: TIMEOUT_MS,
      maxBodyBytes: MAX_ANSWER_BYTES,
    });
    return status >= 200 && status < 300 ? null : `The service responded with status ${status}.`;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.message;
  }
}

/** Asks the services of a request about its head, each once; `only` one of them. */
export async function askServices(
  ctx: Context,
  mergeRequestId: number,
  actorId: number | null,
  only?: number,
): Promise<void> {
  const row = await findMergeRequestById(ctx.db, mergeRequestId);
  if (row?.state !== 'opened' || row.head_sha === null) return;
  const sha = row.head_sha;
  const checks = ((await checksFor(ctx, [row])).get(row.id) ?? []).filter(
    ({ id }) => only === undefined || id === only,
  );
  await transact(ctx, async (inner) => {
    for (const { id: checkId } of checks) {
      const isNew = await insertPending(inner.db, { mergeRequestId, checkId, sha }, ctx.clock.now());
      if (isNew) await addJob(inner, askServiceJob, { mergeRequestId, checkId, sha, actorId });
    }
    if (checks.length > 0) await statusChecksChanged(inner, mergeRequestId);
  });
}

/** A new check, or one that is for other branches now, is asked for where it was not before; without an id: each check. */
export const askAboutOpenJob = defineJob<{ projectId: number; checkId?: number; actorId: number | null }>({
  name: 'ask-status-check-of-open',
  run: async (ctx, { projectId, checkId, actorId }) => {
    for (let afterId = 0; ;) {
      const ids = await listOpenInto(ctx.db, projectId, afterId, BATCH);
      for (const id of ids) await askServices(ctx, id, actorId, checkId);
      const last = ids.at(-1);
      if (last === undefined || ids.length < BATCH) return;
      afterId = last;
    }
  },
});

export const statusChecksAskServices: Extensions = [
  registerJob(askServiceJob),
  registerJob(askAboutOpenJob),
  // Which requests a check is for follows from the protected branches: without any it is for all branches, as when its last
  // protected branch is removed.
  onGatesChanged(async (ctx, projectIds, cause) => {
    if (cause !== 'protection') return;
    const checks = await listChecks(ctx.db, projectIds);
    const concerned = [...new Set(checks.map((check) => check.project_id))];
    const actorId = idOf(ctx.actor) ?? null;
    await addJobs(
      ctx,
      askAboutOpenJob,
      concerned.map((projectId) => ({ projectId, actorId })),
    );
  }),
  onEvent('merge_request.created', 'status-checks', (ctx, { data, actorId }) =>
    askServices(ctx, data.mergeRequestId, actorId),
  ),
  onEvent('merge_request.version_created', 'status-checks', (ctx, { data, actorId }) =>
    askServices(ctx, data.mergeRequestId, data.pushedById ?? actorId),
  ),
  onEvent('merge_request.state_changed', 'status-checks', async (ctx, { data, actorId }) => {
    if (data.to === 'opened') await askServices(ctx, data.mergeRequestId, actorId);
  }),
];
