import { spawn } from 'node:child_process';
import { gitEnvironment } from './git-environment.ts';

/** What long outputs are written in; by itself git writes 4 kB at a time to a pipe, and wakes its reader for each. */
const WRITTEN_AT_ONCE = '-o64K';
const PROBE_MS = 5_000;

let probe: Promise<boolean> | undefined;
let isThere = false;

/**
 * The same process with larger writes, where coreutils' `stdbuf` is there to set them: its reader is woken a tenth as
 * often. Where it is not, and until that is known, the process as it was.
 */
export function withLargeWrites(
  command: string,
  argv: readonly string[],
): { command: string; argv: readonly string[] } {
  void canWriteLarge();
  return isThere ? { command: 'stdbuf', argv: [WRITTEN_AT_ONCE, command, ...argv] } : { command, argv };
}

/** Tried once for nothing: it may be there without the library that it needs. */
export function canWriteLarge(): Promise<boolean> {
  probe ??= new Promise((resolve) => {
    const options = { env: gitEnvironment(null), stdio: 'ignore', timeout: PROBE_MS } as const;
    const tried = spawn('stdbuf', [WRITTEN_AT_ONCE, 'true'], options);
    tried.unref();
    tried.on('error', () => resolve(false));
    tried.on('exit', (code) => {
      isThere = code === 0;
      resolve(isThere);
    });
  });
  return probe;
}
