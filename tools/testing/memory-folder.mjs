import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

const SHARED_MEMORY = '/dev/shm';
/** Of the folders of all runs; the number of the process follows. */
const PREFIX = 'tributary-tests-';
/** What the databases, repositories and browser profiles of three workers take at most, with room to spare. */
const NEEDED_BYTES = 4 * 1024 ** 3;

/**
 * Whether temporary files may be in memory: it has room, and programs there may run, as hooks of repositories do.
 * `mounts` is the text of /proc/mounts.
 */
export function hasMemoryFolder({ mounts, freeBytes, memoryBytes }) {
  const [, , , options] =
    mounts
      .split('\n')
      .map((line) => line.split(' '))
      .find(([, place, type]) => place === SHARED_MEMORY && type === 'tmpfs') ?? [];
  const flags = options?.split(',') ?? [];
  return flags.includes('rw') && !flags.includes('noexec') && Math.min(freeBytes, memoryBytes) >= NEEDED_BYTES;
}

function isUsable() {
  try {
    const { bavail, bsize } = statfsSync(SHARED_MEMORY);
    const memoryBytes = process.availableMemory?.() ?? freemem();
    return hasMemoryFolder({ mounts: readFileSync('/proc/mounts', 'utf8'), freeBytes: bavail * bsize, memoryBytes });
  } catch {
    return false;
  }
}

/** A killed run leaves its folder behind, which takes memory until the next one. */
function removeAbandoned() {
  for (const name of readdirSync(SHARED_MEMORY)) {
    const owner = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (owner && !existsSync(`/proc/${owner}`)) rmSync(join(SHARED_MEMORY, name), { recursive: true, force: true });
  }
}

/**
 * Lets the tests keep their temporary files in memory where that is possible: a database is a thousand small files, and
 * each test file copies one. Whoever names a TMPDIR has that instead. Returns what removes the folder.
 */
export function openMemoryFolder() {
  if (process.env.TMPDIR || !isUsable()) return () => undefined;
  removeAbandoned();
  const folder = mkdtempSync(join(SHARED_MEMORY, `${PREFIX}${process.pid}-`));
  // PostgreSQL runs as another user when root starts it, and walks through.
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  return () => {
    delete process.env.TMPDIR;
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  };
}
