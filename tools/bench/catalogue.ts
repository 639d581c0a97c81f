import type { Benchmark } from './benchmark.ts';
import { idleMemory } from './r27-idle-memory.ts';
import { coldStart } from './r29-cold-start.ts';

/** All benchmarks in the order they run: those that need the machine to themselves come before the shared service. */
export const benchmarks: readonly Benchmark[] = [coldStart, idleMemory];
