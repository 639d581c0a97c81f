import { Worker } from 'node:worker_threads';
import { countedCpuMs } from './thread-time.ts';

export type WorkerFailureReason = 'timeout' | 'crashed' | 'busy' | 'closed' | 'failed';

/** Why a task has no answer. `failed` holds what the task threw; the others say nothing about the task's input but `timeout`. */
export class WorkerFailure extends Error {
  readonly reason: WorkerFailureReason;

  constructor(reason: WorkerFailureReason, message: string) {
    super(message);
    this.name = 'WorkerFailure';
    this.reason = reason;
  }
}

/**
 * What a worker module posts: once after loading, then once for every task. `cpuMs` is its thread's CPU time so far, `place`
 * where the system counts it.
 */
export type WorkerMessage<Answer> =
  | { type: 'ready'; cpuMs: number; place: string | undefined }
  | { type: 'answer'; answer: Answer; cpuMs: number }
  | { type: 'error'; message: string; cpuMs: number };

export type WorkerPoolOptions = {
  module: URL;
  maxThreads?: number;
  /** A thread without work ends after this time, and so does the memory it holds. */
  idleMs?: number;
  /** Tasks that may wait; one more is refused with `busy`. */
  maxQueue?: number;
  heapMb?: number;
};

export type RunOptions = {
  /** The thread is killed when the task has used this much CPU time, or ten times as much by the clock. */
  cpuMs: number;
  /** Goes before tasks that are not urgent. */
  isUrgent?: boolean;
};

type Job<Task, Answer> = RunOptions & {
  task: Task;
  resolve: (answer: Answer) => void;
  reject: (failure: WorkerFailure) => void;
};

type Thread<Task, Answer> = {
  worker: Worker;
  isReady: boolean;
  job?: Job<Task, Answer>;
  startedAt: number;
  /** The thread's CPU time when its last task ended. */
  cpuMsBefore: number;
  place?: string | undefined;
  timer?: NodeJS.Timeout;
};

const LOAD_LIMIT_MS = 15_000;
const CLOCK_FACTOR = 10;
const CPU_ANSWER_MS = 250;

/**
 * A few threads that run tasks one at a time. Threads start when needed, never keep the process alive, and end when idle.
 * A task over its budget costs its thread: JavaScript and regular expressions can't be stopped otherwise.
 */
export class WorkerPool<Task, Answer> {
  readonly #options: Required<WorkerPoolOptions>;
  readonly #threads = new Set<Thread<Task, Answer>>();
  readonly #urgent: Array<Job<Task, Answer>> = [];
  readonly #patient: Array<Job<Task, Answer>> = [];
  #isClosed = false;

  constructor(options: WorkerPoolOptions) {
    this.#options = { maxThreads: 2, idleMs: 60_000, maxQueue: 1_000, heapMb: 256, ...options };
  }

  get threads(): number {
    return this.#threads.size;
  }

  get waiting(): number {
    return this.#urgent.length + this.#patient.length;
  }

  /** Rejects with a `WorkerFailure` only. */
  run(task: Task, options: RunOptions): Promise<Answer> {
    if (this.#isClosed) return Promise.reject(new WorkerFailure('closed', 'the worker pool is closed'));
    if (this.waiting >= this.#options.maxQueue) return Promise.reject(new WorkerFailure('busy', 'too many tasks wait'));
    return new Promise((resolve, reject) => {
      (options.isUrgent ? this.#urgent : this.#patient).push({ task, ...options, resolve, reject });
      this.#dispatch();
    });
  }

  /** Ends every thread; tasks without an answer are rejected with `closed`. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const job of [...this.#urgent.splice(0), ...this.#patient.splice(0)]) {
      job.reject(new WorkerFailure('closed', 'the worker pool is closed'));
    }
    await Promise.all([...this.#threads].map((thread) => this.#end(thread, 'closed', 'the worker pool is closed')));
  }

  #dispatch(): void {
    while (this.waiting > 0) {
      const thread = [...this.#threads].find((candidate) => candidate.isReady && !candidate.job);
      if (!thread) break;
      const job = this.#urgent.shift() ?? this.#patient.shift();
      if (job) this.#start(thread, job);
    }
    const loading = [...this.#threads].filter((thread) => !thread.isReady).length;
    if (this.waiting > loading && this.#threads.size < this.#options.maxThreads) this.#spawn();
  }

  #spawn(): void {
    const worker = new Worker(this.#options.module, {
      // Nothing of the process's secrets is needed to render text.
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: this.#options.heapMb },
    });
    const thread: Thread<Task, Answer> = { worker, isReady: false, startedAt: performance.now(), cpuMsBefore: 0 };
    this.#threads.add(thread);
    worker.on('message', (message: WorkerMessage<Answer>) => this.#receive(thread, message));
    worker.on('error', (error) => void this.#end(thread, 'crashed', messageOf(error)));
    worker.on('exit', (code) => void this.#end(thread, 'crashed', `the worker ended with code ${code}`));
    this.#setTimer(thread, LOAD_LIMIT_MS, () => void this.#end(thread, 'crashed', 'the worker did not start'));
  }

  #receive(thread: Thread<Task, Answer>, message: WorkerMessage<Answer>): void {
    if (!this.#threads.has(thread)) return;
    const job = thread.job;
    delete thread.job;
    thread.isReady = true;
    thread.cpuMsBefore = message.cpuMs;
    this.#setTimer(thread, this.#options.idleMs, () => void this.#end(thread, 'closed', 'idle'));
    thread.timer?.unref();
    thread.worker.unref();
    if (message.type === 'ready') thread.place = message.place;
    else if (message.type === 'answer') job?.resolve(message.answer);
    else job?.reject(new WorkerFailure('failed', message.message));
    this.#dispatch();
  }

  #start(thread: Thread<Task, Answer>, job: Job<Task, Answer>): void {
    thread.job = job;
    thread.startedAt = performance.now();
    thread.worker.ref();
    this.#setTimer(thread, job.cpuMs, () => void this.#judge(thread, job));
    thread.worker.postMessage(job.task);
  }

  /** The clock says the task is late: on a busy machine it may not have had its CPU time yet. */
  async #judge(thread: Thread<Task, Answer>, job: Job<Task, Answer>): Promise<void> {
    const used = await this.#cpuMsOf(thread);
    if (thread.job !== job) return;
    const left = job.cpuMs - (used - thread.cpuMsBefore);
    const isLate = performance.now() - thread.startedAt >= job.cpuMs * CLOCK_FACTOR;
    if (left > 0 && !isLate) this.#setTimer(thread, Math.max(left, 20), () => void this.#judge(thread, job));
    else await this.#end(thread, 'timeout', `the task used more than ${job.cpuMs} ms`);
  }

  /** Infinity when nobody but the thread could tell, and it does not answer. */
  async #cpuMsOf(thread: Thread<Task, Answer>): Promise<number> {
    const counted = await countedCpuMs(thread.place);
    if (counted !== undefined) return counted;
    const silence = Promise.withResolvers<number>();
    const timer = setTimeout(() => silence.resolve(Number.POSITIVE_INFINITY), CPU_ANSWER_MS);
    const usage = thread.worker.cpuUsage().then(
      ({ user, system }) => (user + system) / 1_000,
      () => Number.POSITIVE_INFINITY,
    );
    const used = await Promise.race([usage, silence.promise]);
    clearTimeout(timer);
    return used;
  }

  async #end(thread: Thread<Task, Answer>, reason: WorkerFailureReason, message: string): Promise<void> {
    if (!this.#threads.delete(thread)) return;
    clearTimeout(thread.timer);
    const job = thread.job;
    delete thread.job;
    job?.reject(new WorkerFailure(reason, message));
    // A module that can't be loaded must not be started again and again by the tasks that wait for it.
    if (!thread.isReady && reason === 'crashed') this.#refuseWaiting(message);
    await thread.worker.terminate();
    if (!this.#isClosed) this.#dispatch();
  }

  #refuseWaiting(message: string): void {
    for (const job of [...this.#urgent.splice(0), ...this.#patient.splice(0)]) {
      job.reject(new WorkerFailure('crashed', message));
    }
  }

  #setTimer(thread: Thread<Task, Answer>, ms: number, act: () => void): void {
    clearTimeout(thread.timer);
    thread.timer = setTimeout(act, ms);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
