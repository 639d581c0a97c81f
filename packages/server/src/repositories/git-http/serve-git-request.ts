import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { errorText } from '@tributary/contract/errors/catalogue.ts';
import {
  advertise,
  formatRemoteMessage,
  formatRemoteNotice,
  MERGE_REQUEST_PREFIX,
  type ReceivedPush,
  type ServedGit,
  type ServeOptions,
  serveReceivePack,
  serveUploadPack,
} from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { translateDatabaseError } from '../../platform/db/database-errors.ts';
import { failpoint } from '../../platform/failpoints.ts';
import { translateGitError } from '../../platform/git-errors.ts';
import type { Logger } from '../../platform/log.ts';
import { isAllowed } from '../../platform/policy/policy.ts';
import { featureOf, type ProjectAccess, repositoryOf } from '../../projects/index.ts';
import { recordIntents } from '../ref-updates/record-intents.ts';
import { finalizeRefUpdates } from '../ref-updates/update-branch.ts';
import { deleteIntents } from '../store/push-store.ts';
import { getGitAccess } from './git-access.ts';
import { GIT_LIMITS } from './limits.ts';
import { checkPush, type PushDecision, startSizeCheck } from './push-policy.ts';
import type { GitRequest, GitService } from './rules/git-address.ts';

export type GitBody = {
  stream: Readable;
  contentEncoding: string | undefined;
  protocol: string | undefined;
  signal: AbortSignal;
  /** Over SSH, where both sides talk in turn on one stream, and git says first what there is. */
  isConversation?: boolean;
};

/** Proves again who asks: a push may take an hour, and rights count when refs move. */
type ProveAgain = () => Promise<Context>;

function limitsOf({ isConversation }: Pick<GitBody, 'isConversation'>) {
  const { idleTimeoutMs, conversationIdleMs, totalTimeoutMs } = GIT_LIMITS;
  return { idleTimeoutMs: isConversation ? conversationIdleMs : idleTimeoutMs, totalTimeoutMs };
}

/** Starts the git service for one request whose rights were checked by `getGitAccess`. */
export function serveGitRequest(
  ctx: Context,
  access: ProjectAccess,
  request: GitRequest,
  body: GitBody,
  proveAgain: ProveAgain,
): ServedGit {
  const repo = repositoryOf(ctx, access);
  const { protocol, signal, contentEncoding, isConversation = false } = body;
  if (request.step === 'advertise') return advertise(repo, request.service, { protocol, signal });
  const options = { protocol, signal, contentEncoding, stateless: !isConversation, limits: limitsOf(body) };
  if (request.service === 'git-upload-pack') {
    const mayReadRequests = isAllowed(ctx.actor, 'read_merge_request', featureOf(access, 'merge_requests'));
    const hiddenRefs = mayReadRequests ? [] : [MERGE_REQUEST_PREFIX];
    return serveUploadPack(repo, body.stream, { ...options, hiddenRefs });
  }
  return servePush(repo, request, body.stream, options, proveAgain);
}

function servePush(
  repo: string,
  request: GitRequest,
  stream: Readable,
  options: Pick<ServeOptions, 'protocol' | 'signal' | 'contentEncoding' | 'stateless' | 'limits'>,
  proveAgain: ProveAgain,
): ServedGit {
  const pushKey = randomUUID();
  let proven: { ctx: Context; access: ProjectAccess } | undefined;
  const unmoved = new Set<string>();
  const served = serveReceivePack(repo, stream, {
    ...options,
    limits: { ...options.limits, maxInputBytes: GIT_LIMITS.maxPackBytes },
    maxRefs: GIT_LIMITS.maxRefs,
    onPreReceive: async (push) => {
      const sizes = startSizeCheck(repo, push);
      try {
        const ctx = await proveAgain();
        const access = await getGitAccess(ctx, request.fullPath, request.service);
        const verdict = await preReceive(ctx, access, repo, pushKey, push, sizes);
        if (!verdict.ok) return verdict;
        proven = { ctx, access };
        for (const move of push.updates) unmoved.add(move.ref);
        return verdict;
      } catch (error) {
        const expected = translateGitError(translateDatabaseError(error));
        // A bug ends the push through `finished`, where it is logged.
        if (!(expected instanceof AppError)) throw error;
        return { ok: false, message: formatRemoteMessage(expected.message) };
      }
    },
    onPostReceive: async (push) => {
      if (!proven) return undefined;
      for (const move of push.updates) unmoved.delete(move.ref);
      const lines = await finalizeRefUpdates(proven.ctx, proven.access, push.updates, {
        pushKey,
        pushOptions: push.pushOptions,
      });
      return lines.length === 0 ? undefined : formatRemoteNotice(lines.join('\n'));
    },
  });
  const finished = served.finished.then(async (result) => {
    if (proven && result.ok) await forgetUnmoved(proven.ctx, pushKey, [...unmoved]);
    return result;
  });
  return { ...served, finished };
}

async function preReceive(
  ctx: Context,
  access: ProjectAccess,
  repo: string,
  pushKey: string,
  push: ReceivedPush,
  sizes: Promise<PushDecision>,
): Promise<{ ok: true; message?: string } | { ok: false; message: string }> {
  failpoint('push.pre_receive');
  const { refusal, warnings } = await checkPush(ctx, access, repo, push, sizes);
  if (refusal) return { ok: false, message: formatRemoteMessage(errorText(refusal.code, refusal.params)) };
  await recordIntents(ctx, repo, {
    projectId: access.project.id,
    pushKey,
    moves: push.updates,
    pushOptions: push.pushOptions,
  });
  failpoint('push.intent');
  return warnings.length === 0 ? { ok: true } : { ok: true, message: formatRemoteNotice(warnings.join('\n')) };
}

/** What ended badly for another reason than the client's leaving is for the log alone. */
export async function reportGitEnd(
  log: Pick<Logger, 'warn'>,
  { finished }: ServedGit,
  service: GitService,
): Promise<void> {
  const result = await finished;
  if (result.reason === 'aborted' || result.ok) return;
  log.warn({ err: result.error, stderr: result.stderr, service }, 'git ended badly');
}

/** When git has ended in order, refs that it did not report as moved never will be. */
async function forgetUnmoved(ctx: Context, pushKey: string, refs: readonly string[]): Promise<void> {
  try {
    await deleteIntents(ctx.db, pushKey, refs);
  } catch (error) {
    ctx.log.warn({ err: error }, 'intents of a refused push are left to recovery');
  }
}
