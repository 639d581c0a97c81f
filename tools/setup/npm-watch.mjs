import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';

const LOOK_EVERY_MS = 500;

/** Parent and name of a process; undefined when it is gone. */
function parentAndName(pid) {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const end = stat.lastIndexOf(')');
      return { parent: Number(stat.slice(end + 2).split(' ')[1]), name: stat.slice(stat.indexOf('(') + 1, end) };
    }
    const [, parent, name] = /^\s*(\d+)\s+(.*)$/.exec(
      execFileSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)], { encoding: 'utf8' }).trim(),
    );
    return { parent: Number(parent), name };
  } catch {
    return undefined;
  }
}

/**
 * Calls `onGone` once when the npm that runs this process is gone without a signal to it. Where a shell is between the two,
 * it may end or stay without passing anything on. Nothing happens where no npm is: a shell that starts the service may go.
 */
export function watchNpm(onGone, env = process.env) {
  if (env.npm_lifecycle_event === undefined || process.platform === 'win32') return;
  const parent = process.ppid;
  const shell = parentAndName(parent);
  // Some shells replace themselves by the command: npm is the parent then.
  const npm = shell && !shell.name.startsWith('npm') && parentAndName(shell.parent)?.name.startsWith('npm');
  const isGone = () => process.ppid !== parent || (npm && parentAndName(parent)?.parent !== shell.parent);
  const timer = setInterval(() => {
    if (!isGone()) return;
    clearInterval(timer);
    onGone();
  }, LOOK_EVERY_MS);
  timer.unref();
}
