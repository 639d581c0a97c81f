import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync, existsSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fingerprint } from './build-web.mjs';
import { parseGitVersion } from './git-version.mjs';
import { exitCodeOf, runProcess } from './run-process.mjs';
import { withSetupLock } from './setup-lock.mjs';
import { formatDuration } from './step.mjs';

let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tributary-setup-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('the set-up lock', () => {
  const lockDir = () => join(folder, 'setup.lock');
  const leaveLock = (owner) => {
    mkdirSync(lockDir());
    writeFileSync(join(lockDir(), 'owner.json'), JSON.stringify(owner));
  };

  it('lets many wait and only one in', async () => {
    let inside = 0;
    let most = 0;
    const work = async () => {
      inside += 1;
      most = Math.max(most, inside);
      await new Promise((resolve) => setTimeout(resolve, 5));
      inside -= 1;
    };
    await Promise.all(Array.from({ length: 8 }, () => withSetupLock(lockDir(), work, { pollMs: 1 })));
    expect(most).toBe(1);
    expect(existsSync(lockDir())).toBe(false);
  });

  it('is freed when the work fails', async () => {
    const failing = withSetupLock(lockDir(), async () => {
      throw new Error('no network');
    });
    await expect(failing).rejects.toThrow('no network');
    expect(existsSync(lockDir())).toBe(false);
  });

  it('is taken over from a process that is gone, by one of those who wait', async () => {
    const { output } = await runProcess(process.execPath, ['-p', 'process.pid']);
    leaveLock({ token: 'gone', pid: Number(output), host: hostname() });
    let count = 0;
    await Promise.all(
      Array.from({ length: 6 }, () => withSetupLock(lockDir(), async () => (count += 1), { pollMs: 1 })),
    );
    expect(count).toBe(6);
  });

  it('is taken over when nobody has touched it for long', async () => {
    leaveLock({ token: 'old', pid: process.pid, host: 'elsewhere' });
    const longAgo = new Date(Date.now() - 60_000);
    utimesSync(join(lockDir(), 'owner.json'), longAgo, longAgo);
    expect(await withSetupLock(lockDir(), async () => 'in', { pollMs: 1 })).toBe('in');
  });

  it('says once that it waits', async () => {
    leaveLock({ token: 'held', pid: process.pid, host: hostname() });
    const waits = [];
    const waiting = withSetupLock(lockDir(), async () => 'in', {
      pollMs: 1,
      onWait: (holder) => waits.push(holder.pid),
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    rmSync(lockDir(), { recursive: true });
    expect(await waiting).toBe('in');
    expect(waits).toEqual([process.pid]);
  });
});

describe('the fingerprint of the web sources', () => {
  it('changes with contents, names and removals, but not with tests', () => {
    const path = join(folder, 'a.ts');
    writeFileSync(path, '1');
    const first = fingerprint([folder]);
    expect(fingerprint([folder])).toBe(first);
    writeFileSync(join(folder, 'a.test.ts'), 'x');
    expect(fingerprint([folder])).toBe(first);
    writeFileSync(path, '12');
    const second = fingerprint([folder]);
    expect(second).not.toBe(first);
    rmSync(path);
    expect(fingerprint([folder])).not.toBe(second);
  });
});

describe('programs', () => {
  it('reports output and exit code, also of a program that is not there', async () => {
    expect(await runProcess(process.execPath, ['-e', 'console.log(1); process.exit(3)'])).toEqual({
      code: 3,
      output: '1\n',
    });
    expect((await runProcess('no-such-program-here', [])).code).toBe(127);
    expect(exitCodeOf(null, 'SIGTERM')).toBe(143);
  });

  it('reads the version of git as distributions print it', () => {
    expect(parseGitVersion('git version 2.39.5 (Apple Git-154)')).toEqual([2, 39]);
    expect(parseGitVersion('nothing')).toBeUndefined();
  });

  it('shows times as users read them', () => {
    expect([340.4, 12_340, 125_000].map(formatDuration)).toEqual(['340 ms', '12.3 s', '2 min 5 s']);
  });
});

describe('under npm', () => {
  const isAlive = (pid) => {
    try {
      process.kill(pid, 0);
      return true;
    } catch {
      return false;
    }
  };

  it.each(['SIGTERM', 'SIGINT', 'SIGKILL'])(
    'ends when %s is sent to npm alone',
    async (signal) => {
      const watch = join(import.meta.dirname, 'npm-watch.mjs');
      writeFileSync(
        join(folder, 'run.mjs'),
        `import { watchNpm } from ${JSON.stringify(watch)};
       import { writeFileSync } from 'node:fs';
       watchNpm(() => process.exit(0));
       setInterval(() => undefined, 1000);
       writeFileSync('pid', String(process.pid));`,
      );
      writeFileSync(
        join(folder, 'package.json'),
        JSON.stringify({ name: 'x', scripts: { start: 'exec node run.mjs' } }),
      );
      const npm = spawn('npm', ['start'], { cwd: folder, stdio: 'ignore', detached: true });
      const pidFile = join(folder, 'pid');
      const readPid = () => (existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8')) : 0);
      await expect.poll(readPid, { timeout: 20_000 }).toBeGreaterThan(0);
      const pid = readPid();
      npm.kill(signal);
      await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false);
    },
    40_000,
  );
});
