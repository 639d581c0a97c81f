import { constants } from 'node:fs';
import { access, chmod, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { GitError, isGitError } from '../process/git-error.ts';
import { streamGit } from '../process/run-git.ts';
import { isInternalRef } from '../refs/ref-name.ts';
import { freeRefLocks } from '../refs/stale-locks.ts';
import { serveHooks } from './hook-channel.ts';
import type { HookAnswer, HookPhase, QuarantineEnv, ReceivedPush } from './hook-channel.ts';
import { readPushCapabilities } from './push-capabilities.ts';
import type { PushCapabilities } from './push-capabilities.ts';
import { formatRemoteMessage } from './remote-message.ts';
import { DEFAULT_RECEIVE_PACK_LIMITS, connect, protocolEnvironment } from './serve-git.ts';
import type { ServeOptions, ServeResult, ServedGit } from './serve-git.ts';

export type PushDecision = { ok: true; message?: string | undefined } | { ok: false; message: string };

export interface ReceivePackOptions extends ServeOptions {
  /** Called once all objects are here and checked, before any ref moves. Refusing it refuses the whole push. */
  onPreReceive: (push: ReceivedPush) => Promise<PushDecision>;
  /** Called after refs moved, with those that did. The text is shown to the user who pushed. */
  onPostReceive?: ((push: ReceivedPush) => Promise<string | undefined>) | undefined;
  /** Most refs in one push; default 200,000. */
  maxRefs?: number | undefined;
}

const HOOKS_DIRECTORY = fileURLToPath(new URL('../../hooks', import.meta.url));
const DEFAULT_MAX_REFS = 200_000;
/** git writes them one by one and says nothing meanwhile. */
const PATIENCE_PER_REF_MS = 10;
/** Room for what surrounds the pack, so that git's own limit, which explains itself to the client, comes first. */
const PACK_OVERHEAD_BYTES = 1024 * 1024;

/** The answer to `POST git-receive-pack`: push. `finished` also tells what a handler threw. */
export function serveReceivePack(repo: string, body: Readable, options: ReceivePackOptions): ServedGit {
  const limits = { ...DEFAULT_RECEIVE_PACK_LIMITS, ...options.limits };
  const git = streamGit(repo, ['receive-pack', ...(options.stateless === false ? [] : ['--stateless-rpc']), repo], {
    env: protocolEnvironment(options.protocol),
    signal: options.signal,
    timeoutMs: 0,
    extraPipes: 2,
    config: [
      ['core.hooksPath', HOOKS_DIRECTORY],
      ['receive.maxInputSize', String(limits.maxInputBytes)],
      ['receive.keepAlive', '5'],
    ],
  });
  const bodyLimits = { ...limits, maxInputBytes: limits.maxInputBytes + PACK_OVERHEAD_BYTES };
  let quarantine: QuarantineEnv = {};
  let hookError: unknown;
  const capabilities: PushCapabilities = { isAtomic: false };
  const [fromHook, toHook] = git.extra;
  if (fromHook === undefined || toHook === undefined)
    throw new GitError('failed', 'git was started without hook pipes.');
  serveHooks(
    fromHook,
    toHook,
    async (phase, push) => {
      quarantine = push.quarantine;
      const answer = await decide(repo, phase, push, capabilities.isAtomic, options);
      bodyLimits.idleTimeoutMs = limits.idleTimeoutMs + push.updates.length * PATIENCE_PER_REF_MS;
      return answer;
    },
    (error) => {
      hookError ??= error;
    },
  );
  const served = connect('git-receive-pack', git, body, bodyLimits, options, (source) =>
    readPushCapabilities(source, capabilities),
  );
  return { ...served, finished: served.finished.then((result) => conclude(repo, result, quarantine, hookError)) };
}

async function decide(
  repo: string,
  phase: HookPhase,
  push: ReceivedPush,
  isAtomic: boolean,
  options: ReceivePackOptions,
): Promise<HookAnswer> {
  if (phase === 'post-receive') return { ok: true, message: await options.onPostReceive?.(push) };
  const maxRefs = options.maxRefs ?? DEFAULT_MAX_REFS;
  if (push.updates.length > maxRefs) {
    return refusal(`A push can change at most ${maxRefs} refs. This one changes ${push.updates.length}.`);
  }
  // git itself refuses internal refs, one by one: it lists them here all the same, and would carry out the rest even of
  // an atomic push.
  const updates = push.updates.filter(({ ref }) => !isInternalRef(ref));
  if (updates.length < push.updates.length && isAtomic)
    return refusal('One of the refs is reserved, so the atomic push was rejected.');
  if (updates.length === 0) return { ok: true };
  const verdict = await options.onPreReceive({ ...push, updates });
  if (verdict.ok) {
    // git writes the refs next, and would refuse them for good where another git was killed at that.
    await freeRefLocks(
      repo,
      updates.map(({ ref }) => ref),
    );
  }
  return verdict;
}

function refusal(text: string): HookAnswer {
  return { ok: false, message: formatRemoteMessage(text) };
}

async function conclude(
  repo: string,
  result: ServeResult,
  quarantine: QuarantineEnv,
  hookError: unknown,
): Promise<ServeResult> {
  // git removes its quarantine by itself unless a signal ended it.
  const leftover = quarantine.GIT_QUARANTINE_PATH;
  if (!result.ok && leftover !== undefined && dirname(resolve(leftover)) === join(repo, 'objects')) {
    await rm(leftover, { recursive: true, force: true });
  }
  if (hookError === undefined) return result;
  return { ...result, ok: false, reason: isGitError(hookError) ? hookError.kind : 'failed', error: hookError };
}

/** The hook scripts must be executable; an unpacked archive may have lost that. Call once at start. */
export async function prepareHooks(): Promise<void> {
  for (const name of ['pre-receive', 'post-receive']) {
    const file = join(HOOKS_DIRECTORY, name);
    try {
      await access(file, constants.X_OK);
    } catch {
      await chmod(file, 0o755);
    }
  }
}
