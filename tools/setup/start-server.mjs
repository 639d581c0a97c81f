import { spawn } from 'node:child_process';
import process from 'node:process';
import { requireGit } from './git-version.mjs';
import { nodeBinary } from './node-binary.mjs';
import { watchNpm } from './npm-watch.mjs';
import { prepare } from './prepare.mjs';
import { inRoot } from './root.mjs';
import { exitCodeOf } from './run-process.mjs';
import { serverEnvironment, serverFlags } from './server-process.mjs';
import { SetupError } from './step.mjs';

const SAME_SIGNAL_WITHIN_MS = 500;

let whenNpmIsGone = () => process.exit(exitCodeOf(null, 'SIGTERM'));

/** Prepares the checkout and runs the server until it ends; its exit code becomes ours. */
export async function startServer(args) {
  watchNpm(() => whenNpmIsGone());
  try {
    requireGit();
    await prepare();
    runServer(nodeBinary(), args);
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.error(`\n${error.message}\n`);
    process.exit(1);
  }
}

function runServer(node, args) {
  // The IPC channel carries nothing; its end tells the server that we are gone without a word (kill -9).
  const main = inRoot('packages', 'server', 'src', 'app', 'main.ts');
  const env = serverEnvironment(process.env);
  const child = spawn(node, [...serverFlags, main, ...args], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], env });
  // A terminal's Ctrl-C reaches npm, us and the server at once, and npm passes it on as well.
  let lastSignalAt = -Infinity;
  const passOn = (signal) => {
    const now = performance.now();
    if (now - lastSignalAt < SAME_SIGNAL_WITHIN_MS) return;
    lastSignalAt = now;
    child.kill(signal);
  };
  process.on('SIGINT', () => passOn('SIGINT'));
  process.on('SIGTERM', () => passOn('SIGTERM'));
  // The terminal was closed: stop as for SIGTERM.
  process.on('SIGHUP', () => passOn('SIGTERM'));
  whenNpmIsGone = () => passOn('SIGTERM');
  child.on('error', (error) => {
    console.error(`\nCould not run ${node}: ${error.message}\n`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => process.exit(exitCodeOf(code, signal)));
}
