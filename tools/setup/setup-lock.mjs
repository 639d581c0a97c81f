import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, rmdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';

const HEARTBEAT_MS = 5_000;
const STALE_AFTER_MS = 30_000;

/**
 * Runs `work` while holding a lock directory, so that two starts at once do not install over each other.
 * A lock whose process is gone, or that has not been touched for half a minute, is taken over.
 * `onWait` is called once when someone else holds it.
 */
export async function withSetupLock(lockDir, work, { onWait, pollMs = 200 } = {}) {
  const token = randomUUID();
  let hasWaited = false;
  while (!tryTake(lockDir, token)) {
    const holder = readHolder(lockDir);
    if (holder && isStale(holder)) {
      removeStale(lockDir, holder.token);
      continue;
    }
    if (!hasWaited) onWait?.(holder);
    hasWaited = true;
    await sleep(pollMs);
  }
  const heartbeat = setInterval(() => touch(lockDir), HEARTBEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(heartbeat);
    if (readHolder(lockDir)?.token === token) rmSync(lockDir, { recursive: true, force: true });
  }
}

/** Prepares the directory with its owner inside and moves it into place, so that nobody sees a lock without an owner. */
function tryTake(lockDir, token) {
  const prepared = `${lockDir}.${token}`;
  mkdirSync(prepared, { recursive: true });
  writeFileSync(join(prepared, 'owner.json'), JSON.stringify({ token, pid: process.pid, host: hostname() }));
  try {
    renameSync(prepared, lockDir);
    return true;
  } catch (error) {
    rmSync(prepared, { recursive: true, force: true });
    if (error.code === 'ENOTEMPTY' || error.code === 'EEXIST') return false;
    throw error;
  }
}

function readHolder(lockDir) {
  const ownerFile = join(lockDir, 'owner.json');
  try {
    return { ...JSON.parse(readFileSync(ownerFile, 'utf8')), touchedAt: statSync(ownerFile).mtimeMs };
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function isStale(holder) {
  if (Date.now() - holder.touchedAt > STALE_AFTER_MS) return true;
  if (holder.host !== hostname()) return false;
  try {
    process.kill(holder.pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

/** Only one process may clear a given stale lock, and only while it is still that lock. */
function removeStale(lockDir, staleToken) {
  const claim = `${lockDir}.clear-${staleToken}`;
  try {
    mkdirSync(claim);
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    if (Date.now() - statMs(claim) > STALE_AFTER_MS) rmSync(claim, { recursive: true, force: true });
    return;
  }
  if (readHolder(lockDir)?.token === staleToken) rmSync(lockDir, { recursive: true, force: true });
  rmdirSync(claim);
}

function statMs(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
}

function touch(lockDir) {
  const now = new Date();
  try {
    utimesSync(join(lockDir, 'owner.json'), now, now);
  } catch (error) {
    // Someone removed the lock by hand; the work goes on and the next start looks for itself.
    if (error.code !== 'ENOENT') throw error;
  }
}
