import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

const KB_PER_MB = 1_024;

function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}

/** This process and everything it started that still runs. */
export function processTree(root: number): number[] {
  const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  const children = Map.groupBy(pids, parentOf);
  const found = [root];
  for (const pid of found) found.push(...(children.get(pid) ?? []));
  return found;
}

function field(file: string, name: string): number {
  try {
    const line = readFileSync(file, 'utf8')
      .split('\n')
      .find((each) => each.startsWith(`${name}:`));
    return Number(/\d+/.exec(line ?? '')?.[0] ?? 0) / KB_PER_MB;
  } catch {
    // The process ended meanwhile, or belongs to another user.
    return 0;
  }
}

/** Memory of a process and all below it, in MB; pages that several processes share are counted once, in parts. */
export function sharedOutMemory(root: number): number {
  return processTree(root).reduce((sum, pid) => sum + field(`/proc/${pid}/smaps_rollup`, 'Pss'), 0);
}

/** Memory of one process in RAM now, and the most there ever was, in MB. */
export function residentMemory(pid: number): { now: number; peak: number } {
  return { now: field(`/proc/${pid}/status`, 'VmRSS'), peak: field(`/proc/${pid}/status`, 'VmHWM') };
}

/** Process id of the PostgreSQL that runs on this directory. */
export async function postmasterPid(dir: string): Promise<number> {
  return Number((await readFile(path.join(dir, 'postmaster.pid'), 'utf8')).split('\n')[0]);
}
