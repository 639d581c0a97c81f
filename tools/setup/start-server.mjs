import { spawn } from 'node:child_process';
import process from 'node:process';
import { requireGit } from './git-version.mjs';
import { nodeBinary, nodeFlags } from './node-binary.mjs';
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
  // The end of the IPC channel tells the server that we are gone without a word (kill -9). It carries what a runner needs.
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
  let runner;
  child.on('message', (message) => {
    if (message?.runner) runner ??= spawnRunner(node, message.runner);
  });
  child.on('exit', (code, signal) => {
    const leave = () => process.exit(exitCodeOf(code, signal));
    if (runner) void stopRunner(runner).finally(leave);
    else leave();
  });
}

const RUNNER_STOP_MS = 12_000;

/** The runner beside the service. When it ends by itself the service goes on. */
function spawnRunner(node, { url, token, folder, hidden }) {
  const env = { ...process.env, TRIBUTARY_RUNNER_URL: url, TRIBUTARY_RUNNER_TOKEN: token };
  const main = inRoot('packages', 'runner', 'src', 'main.ts');
  const runner = spawn(node, [...nodeFlags, main, '--folder', folder, '--hide', hidden], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env,
  });
  runner.on('error', (error) => console.error(`The runner could not be started: ${error.message}`));
  return runner;
}

/** Ends the runner with its jobs: nobody is there any more whom it could report to. */
async function stopRunner(runner) {
  if (runner.exitCode !== null || runner.signalCode !== null) return;
  const ended = new Promise((resolve) => runner.once('exit', resolve));
  // The first signal lets jobs end in order, the second stops them.
  runner.kill('SIGTERM');
  await new Promise((resolve) => setTimeout(resolve, 200));
  runner.kill('SIGTERM');
  const impatience = setTimeout(() => runner.kill('SIGKILL'), RUNNER_STOP_MS);
  await ended;
  clearTimeout(impatience);
}
