import { existsSync, readFileSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import { CannotStart, prepareDataDirectory } from './data-directory.ts';

/** A pid alone may be someone else's by now; with its start time it names one process for ever. */
function processIdentity(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return `${pid} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''}`;
  } catch {
    try {
      process.kill(pid, 0);
      return String(pid);
    } catch {
      return undefined;
    }
  }
}

/**
 * Takes the data directory for this process, so that two of them never run one embedded database. What a killed
 * process left behind does not count. Returns the release function.
 */
export async function lockDataDirectory(dataDir: string): Promise<() => Promise<void>> {
  await prepareDataDirectory(dataDir, true);
  const file = path.join(dataDir, 'tributary.lock');
  if (existsSync(file)) {
    const owner = readFileSync(file, 'utf8').trim();
    if (owner !== '' && processIdentity(Number(owner.split(' ')[0])) === owner) {
      throw new CannotStart(
        `The data directory ${dataDir} is in use by another Tributary process (PID ${owner.split(' ')[0]}).\nStop that process, or start with another directory: --data ./other`,
      );
    }
    await rm(file, { force: true });
  }
  const handle = await open(file, 'wx');
  await handle.writeFile(processIdentity(process.pid) ?? '');
  await handle.close();
  return () => rm(file, { force: true });
}
