import { nodeFlags } from './node-binary.mjs';
import { inRoot } from './root.mjs';

/**
 * Flags of the process that serves. Half of Node's usual room for young objects, once per thread, and a heap that may
 * grow by half before it is collected instead of several times: otherwise a big diff leaves a process that is mostly
 * garbage. Costs a few percent of its work.
 */
export const serverFlags = [...nodeFlags, '--max-semi-space-size=8', '--heap-growing-percent=50'];

/** What the process must find in its environment before it begins; what is set already stays. */
export function serverEnvironment(env) {
  return {
    // Compiled code is kept for the next start, also that of the first file, which could not ask for it itself.
    NODE_COMPILE_CACHE: inRoot('.cache', 'compiled'),
    // Freed memory goes back to the system instead of staying in pieces, one heap per thread (glibc).
    MALLOC_ARENA_MAX: '2',
    MALLOC_MMAP_THRESHOLD_: '131072',
    MALLOC_TRIM_THRESHOLD_: '131072',
    ...env,
  };
}
