import { readlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import process from 'node:process';

/** CPU time of the thread that calls it. */
export function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Where the system counts the time of the thread that calls it; undefined where it tells nobody. */
export function schedstatPath(): string | undefined {
  try {
    return `/proc/${readlinkSync('/proc/thread-self')}/schedstat`;
  } catch {
    return undefined;
  }
}

/** CPU time of the thread of this place. Nobody asks the thread, which may be too busy to answer. */
export async function countedCpuMs(place: string | undefined): Promise<number | undefined> {
  if (place === undefined) return undefined;
  const text = await readFile(place, 'utf8').catch(() => '');
  const nanoseconds = Number(text.split(' ')[0]);
  return nanoseconds > 0 ? nanoseconds / 1e6 : undefined;
}
