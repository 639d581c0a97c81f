import { existsSync } from 'node:fs';
import { cpuMsOf } from '@tributary/contract/testing/cpu-time.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { WorkerFailure, WorkerPool, type WorkerPoolOptions } from './worker-pool.ts';

type Task = { act: string; value?: string; ms?: number };

let pool: WorkerPool<Task, string> | undefined;

function create(options: Partial<WorkerPoolOptions> = {}): WorkerPool<Task, string> {
  pool = new WorkerPool<Task, string>({ module: new URL('./testing/pool-worker.ts', import.meta.url), ...options });
  return pool;
}

async function reasonOf(answer: Promise<unknown>): Promise<string> {
  const error: unknown = await answer.then(
    () => undefined,
    (failure: unknown) => failure,
  );
  return error instanceof WorkerFailure ? error.reason : `not refused: ${String(error)}`;
}

afterEach(async () => {
  await pool?.close();
  pool = undefined;
});

describe('WorkerPool', () => {
  it('starts threads when there is work, and not more than allowed', async () => {
    const workers = create();
    expect(workers.threads).toBe(0);
    const values = Array.from({ length: 20 }, (_, index) => String(index));
    expect(await Promise.all(values.map((value) => workers.run({ act: 'echo', value }, { cpuMs: 1_000 })))).toEqual(
      values,
    );
    expect(workers.threads).toBe(2);
  });

  it('P-22: kills a task over its CPU time and goes on', async () => {
    const workers = create({ maxThreads: 1 });
    const spent = await cpuMsOf(async () => {
      const late = reasonOf(workers.run({ act: 'regex' }, { cpuMs: 200 }));
      const next = workers.run({ act: 'echo', value: 'next' }, { cpuMs: 1_000 });
      expect(await late).toBe('timeout');
      expect(await next).toBe('next');
    });
    expect(spent).toBeLessThan(5_000);
  });

  it.skipIf(!existsSync('/proc/thread-self/schedstat'))(
    'knows the CPU time of a thread that cannot answer, as on a machine that leaves it none',
    async () => {
      const workers = create({ maxThreads: 1 });
      expect(await workers.run({ act: 'deaf', ms: 1_200, value: 'heard' }, { cpuMs: 400 })).toBe('heard');
    },
  );

  it('counts CPU time, not the time of a busy machine', async () => {
    const workers = create({ maxThreads: 1 });
    expect(await workers.run({ act: 'wait', ms: 400, value: 'rested' }, { cpuMs: 100 })).toBe('rested');
    expect(await workers.run({ act: 'spin', ms: 60, value: 'spun' }, { cpuMs: 100 })).toBe('spun');
    // The time of earlier tasks does not count.
    expect(await workers.run({ act: 'spin', ms: 60, value: 'spun' }, { cpuMs: 100 })).toBe('spun');
    expect(await reasonOf(workers.run({ act: 'wait', ms: 30_000 }, { cpuMs: 50 }))).toBe('timeout');
  });

  it('tells what a task threw and keeps the thread', async () => {
    const workers = create({ maxThreads: 1 });
    expect(await reasonOf(workers.run({ act: 'throw', value: 'no' }, { cpuMs: 1_000 }))).toBe('failed');
    expect(workers.threads).toBe(1);
  });

  it('replaces a thread that ended or had no memory left', async () => {
    const workers = create({ maxThreads: 1, heapMb: 32 });
    expect(await reasonOf(workers.run({ act: 'exit' }, { cpuMs: 1_000 }))).toBe('crashed');
    expect(await reasonOf(workers.run({ act: 'fill' }, { cpuMs: 20_000 }))).toBe('crashed');
    expect(await workers.run({ act: 'echo', value: 'alive' }, { cpuMs: 1_000 })).toBe('alive');
  });

  it('refuses when too many wait, and serves the urgent first', async () => {
    const workers = create({ maxThreads: 1, maxQueue: 3 });
    await workers.run({ act: 'echo' }, { cpuMs: 1_000 });
    const order: string[] = [];
    const run = async (value: string, isUrgent: boolean): Promise<void> => {
      order.push(await workers.run({ act: 'spin', ms: 20, value }, { cpuMs: 2_000, isUrgent }));
    };
    const all = [run('first', false), run('patient', false), run('patient too', false), run('urgent', true)];
    expect(await reasonOf(workers.run({ act: 'echo' }, { cpuMs: 1_000 }))).toBe('busy');
    await Promise.all(all);
    expect(order).toEqual(['first', 'urgent', 'patient', 'patient too']);
  });

  it('ends idle threads', async () => {
    const workers = create({ idleMs: 50 });
    await workers.run({ act: 'echo' }, { cpuMs: 1_000 });
    await expect.poll(() => workers.threads).toBe(0);
    expect(await workers.run({ act: 'echo', value: 'again' }, { cpuMs: 1_000 })).toBe('again');
  });

  it('refuses what waits when it is closed', async () => {
    const workers = create({ maxThreads: 1 });
    const running = reasonOf(workers.run({ act: 'wait', ms: 20_000 }, { cpuMs: 5_000 }));
    const waiting = reasonOf(workers.run({ act: 'echo' }, { cpuMs: 5_000 }));
    await workers.close();
    expect([await running, await waiting]).toEqual(['closed', 'closed']);
    expect(await reasonOf(workers.run({ act: 'echo' }, { cpuMs: 1_000 }))).toBe('closed');
  });

  it('does not start a broken module again and again', async () => {
    const workers = create({ module: new URL('./testing/no-such-worker.ts', import.meta.url) });
    const answers = await Promise.all([1, 2, 3].map(() => reasonOf(workers.run({ act: 'echo' }, { cpuMs: 1_000 }))));
    expect(answers).toEqual(['crashed', 'crashed', 'crashed']);
    await expect.poll(() => workers.threads).toBe(0);
  });
});
