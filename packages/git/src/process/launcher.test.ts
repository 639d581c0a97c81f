import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { GitChild, LaunchPlan } from './git-child.ts';
import { Launcher } from './launcher.ts';

const open: Launcher[] = [];

afterEach(() => {
  for (const launcher of open.splice(0)) launcher.close();
});

function plan(script: string, more: Partial<LaunchPlan> = {}): LaunchPlan {
  return {
    command: '/bin/sh',
    argv: ['-c', script],
    env: { PATH: process.env['PATH'] ?? '' },
    extraPipes: 0,
    background: false,
    ...more,
  };
}

async function ready(): Promise<{ launcher: Launcher; launch: (wish: LaunchPlan) => GitChild }> {
  const launcher = new Launcher();
  open.push(launcher);
  const launch = (wish: LaunchPlan): GitChild => {
    const child = launcher.launch(wish);
    if (child === undefined) throw new Error('the helper did not start it');
    return child;
  };
  for (let waited = 0; waited < 200; waited += 1) {
    const child = launcher.launch(plan(':'));
    if (child !== undefined) {
      await ended(child);
      break;
    }
    await sleep(50);
  }
  return { launcher, launch };
}

async function ended(child: GitChild): Promise<{ code: number | null; out: string; err: string }> {
  const read = { out: '', err: '' };
  child.stdout.on('data', (part: Buffer) => (read.out += part.toString()));
  child.stderr.on('data', (part: Buffer) => (read.err += part.toString()));
  const code = await new Promise<number | null>((resolve) => {
    child.onClose(resolve);
  });
  return { code, ...read };
}

describe('Launcher', () => {
  it('gives input, output, errors and the exit code, like a process of our own', async () => {
    const { launch } = await ready();
    const child = launch(plan('cat; echo sorry >&2; exit 3'));
    child.stdin.end(Buffer.alloc(3_000_000, 'x'));
    const { code, out, err } = await ended(child);
    expect({ code, length: out.length, err }).toEqual({ code: 3, length: 3_000_000, err: 'sorry\n' });
    expect(child.hasExited).toBe(true);
  });

  it('hands down further pipes that a shell can wait on', async () => {
    const { launch } = await ready();
    const child = launch(plan('echo question >&3; read -r line <&4; echo "got $line"', { extraPipes: 2 }));
    const [question, answer] = child.extra;
    question?.once('data', () => void sleep(50).then(() => answer?.write('answer\n')));
    expect((await ended(child)).out).toBe('got answer\n');
  });

  it('runs many at once without mixing them up', async () => {
    const { launcher } = await ready();
    const words = Array.from({ length: 12 }, (_, index) => `word-${index}`);
    // On a busy machine not all of its connections are there at once.
    const start = (word: string) => vi.waitUntil(() => launcher.launch(plan(`echo ${word}`)), { timeout: 15_000 });
    const outs = await Promise.all(words.map(async (word) => (await ended(await start(word))).out.trim()));
    expect(outs).toEqual(words);
    // Connections that were used are made again.
    await expect.poll(() => launcher.launch(plan(':'))).toBeDefined();
  });

  it('passes nothing of its own environment and folder on', async () => {
    const { launch } = await ready();
    const { out } = await ended(launch(plan('pwd; env', { env: { PATH: '/usr/bin:/bin', ONLY: 'this' } })));
    const names = out.split('\n').map((line) => line.split('=')[0]);
    expect(out.startsWith('/\n')).toBe(true);
    expect(names).toContain('ONLY');
    expect(names.filter((name) => name?.startsWith('NODE'))).toEqual([]);
  });

  it('signals reach everything the process started', async () => {
    const { launch } = await ready();
    const child = launch(plan('sleep 60 & sleep 60; :'));
    const over = ended(child);
    await sleep(100);
    child.signal('SIGKILL');
    expect((await over).code).toBeNull();
  });

  it('tells when a program is missing', async () => {
    const { launch } = await ready();
    const child = launch(plan('', { command: '/nonexistent/git' }));
    const cause = await new Promise<Error>((resolve) => {
      child.onError(resolve);
    });
    expect(cause).toMatchObject({ code: 'ENOENT' });
  });

  it('when the helper is gone, what runs ends badly and nothing more is taken', async () => {
    const { launch, launcher } = await ready();
    const parent = launch(plan('echo $PPID'));
    const helperPid = Number((await ended(parent)).out);
    const child = launch(plan('cat'));
    const over = ended(child);
    process.kill(helperPid, 'SIGKILL');
    expect((await over).code).toBeNull();
    expect(launcher.launch(plan(':'))).toBeUndefined();
    expect(launcher.isClosed).toBe(true);
  });

  it('leaves no folder and no helper behind when the service is killed', async () => {
    const script = `import { Launcher } from ${JSON.stringify(new URL('launcher.ts', import.meta.url).href)};
      const launcher = new Launcher();
      const plan = { command: '/bin/sh', argv: ['-c', ':'], env: {}, extraPipes: 0, background: false };
      setInterval(() => launcher.launch(plan) && console.log('up'), 20);`;
    // A folder of its own: others on this machine make such folders too.
    const folder = mkdtempSync(join(tmpdir(), 'tributary-launcher-'));
    const service = spawn(process.execPath, ['--input-type=module', '-e', script], {
      env: { ...process.env, TMPDIR: folder },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await once(service.stdout, 'data');
    expect(readdirSync(folder)).toEqual([expect.stringMatching(/^tributary-launch-/)]);
    const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(service.pid)])
      .toString()
      .trim()
      .split(/\s+/);
    service.kill('SIGKILL');
    await once(service, 'close');
    await expect.poll(() => children.filter((pid) => existsSync(`/proc/${pid}/exe`))).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
    rmSync(folder, { recursive: true });
  });
});
