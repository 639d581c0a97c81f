import type { Context } from '../../platform/context.ts';
import type { RealtimeHub } from '../../platform/realtime/hub.ts';
import { QUEUE_TOPIC } from '../processing/queue-topic.ts';
import { mayTake, type RunnerAbilities } from './rules/may-take.ts';
import { listQueue } from './store/queue-store.ts';
import { listRunnerProjects, type RunnerRow } from './store/runner-store.ts';

/** Jobs that are looked at when something was queued. */
const LOOKED_AT = 500;
/** What nothing is published about, such as a project that is not archived any more, is noticed after so long. */
const BLIND_MS = 5 * 60_000;
const MAX_KNOWN = 10_000;

/** Why a runner is woken: there is work that it may take, or it may take other work than before. */
export type Wake = 'work' | 'changed';
type Waiter = { runnerId: number; abilities: RunnerAbilities; wake: (reason: Wake) => void };

/**
 * Runners of this process that wait for work, in memory: an idle one costs nothing until a job is queued, and then one query
 * for all of them finds who is woken.
 */
export class WaitingRunners {
  readonly #waiters = new Set<Waiter>();
  /** Of runners that come again and again; until something about one of them changes. */
  readonly #abilities = new Map<number, { row: RunnerRow; found: RunnerAbilities; atMs: number }>();
  /** By their tokens: which runner waits again is known without a query until one of them changes. */
  readonly #runners = new Map<string, { row: RunnerRow; atMs: number }>();
  #changes = 0;
  #isServing = false;
  #serveAgain = false;

  constructor(ctx: Pick<Context, 'realtime' | 'db' | 'log'>) {
    ctx.realtime.subscribe(QUEUE_TOPIC, ({ event, data }) => {
      this.#changes += 1;
      if (event !== 'queued') {
        this.#abilities.clear();
        this.#runners.clear();
      }
      if (event === 'runner') this.#wakeRunner(Number(data['runnerId']));
      else if (event === 'queued') void this.serve(ctx);
      else for (const waiter of this.#waiters) this.#wake(waiter, 'changed');
    });
  }

  /** What a runner sends back as `last_update`: while it is the same there is nothing new to look for. */
  cursor(now: Date): string {
    return `${START}-${this.#changes}-${Math.floor(now.getTime() / BLIND_MS)}`;
  }

  /**
   * The runner of a token that was proven before, only to let it wait: before it gets a job, or once something was changed, it
   * is read again.
   */
  knownRunner(tokenDigest: Buffer): RunnerRow | undefined {
    const known = this.#runners.get(tokenDigest.toString('base64'));
    return known && performance.now() - known.atMs < BLIND_MS ? known.row : undefined;
  }

  /** `cursor`: that of the moment before the runner was read; what changed meanwhile is not known to it. */
  noteRunner(row: RunnerRow, cursor: string, now: Date): void {
    if (row.contacted_at === null || cursor !== this.cursor(now)) return;
    if (this.#runners.size >= MAX_KNOWN) this.#runners.clear();
    this.#runners.set(row.token_digest.toString('base64'), { row, atMs: performance.now() });
  }

  async abilitiesOf({ db }: Pick<Context, 'db'>, runner: RunnerRow): Promise<RunnerAbilities> {
    const known = this.#abilities.get(runner.id);
    const isKnown = known?.row.updated_at.getTime() === runner.updated_at.getTime();
    if (known && isKnown && performance.now() - known.atMs < BLIND_MS) return known.found;
    const found: RunnerAbilities = {
      kind: runner.kind,
      namespaceId: runner.namespace_id,
      projectIds: runner.kind === 'project' ? await listRunnerProjects(db, runner.id) : [],
      tags: runner.tags,
      runsUntagged: runner.runs_untagged && !runner.is_paused,
      isProtectedOnly: runner.access_level === 'ref_protected',
    };
    if (this.#abilities.size >= MAX_KNOWN) this.#abilities.clear();
    this.#abilities.set(runner.id, { row: runner, found, atMs: performance.now() });
    return found;
  }

  /** Resolves to why there may be work, to undefined after the time or when the signal says so. */
  wait(runnerId: number, abilities: RunnerAbilities, ms: number, signal: AbortSignal): Promise<Wake | undefined> {
    return new Promise((resolve) => {
      const end = (result?: Wake) => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        this.#waiters.delete(waiter);
        resolve(result);
      };
      const onAbort = () => end();
      const waiter: Waiter = { runnerId, abilities, wake: end };
      // Timers of one length share a list.
      const timer = setTimeout(onAbort, Math.ceil(ms / 1_000) * 1_000);
      signal.addEventListener('abort', onAbort);
      if (signal.aborted) return end();
      this.#waiters.add(waiter);
    });
  }

  /** Wakes one waiting runner for each queued job that it may take. */
  async serve(ctx: Pick<Context, 'db' | 'log'>): Promise<void> {
    if (this.#waiters.size === 0) return;
    this.#serveAgain = true;
    if (this.#isServing) return;
    this.#isServing = true;
    try {
      while (this.#serveAgain && this.#waiters.size > 0) {
        this.#serveAgain = false;
        for (const job of await listQueue(ctx.db, LOOKED_AT)) {
          const waiter = [...this.#waiters].find(({ abilities }) => mayTake(abilities, job));
          if (waiter) this.#wake(waiter, 'work');
        }
      }
    } catch (error) {
      ctx.log.warn({ err: error }, 'runners that wait ask again by themselves');
    } finally {
      this.#isServing = false;
    }
  }

  #wakeRunner(runnerId: number): void {
    for (const waiter of this.#waiters) if (waiter.runnerId === runnerId) this.#wake(waiter, 'changed');
  }

  #wake(waiter: Waiter, reason: Wake): void {
    this.#waiters.delete(waiter);
    waiter.wake(reason);
  }
}

const START = Date.now().toString(36);
const rooms = new WeakMap<RealtimeHub, WaitingRunners>();

/** Those of this process. */
export function waitingRunners({ realtime, db, log }: Pick<Context, 'realtime' | 'db' | 'log'>): WaitingRunners {
  const room = rooms.get(realtime) ?? new WaitingRunners({ realtime, db, log });
  rooms.set(realtime, room);
  return room;
}
