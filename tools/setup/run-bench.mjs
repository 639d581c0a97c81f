import { spawn } from 'node:child_process';
import process from 'node:process';
import { requireGit } from './git-version.mjs';
import { nodeBinary, nodeFlags } from './node-binary.mjs';
import { prepare } from './prepare.mjs';
import { inRoot } from './root.mjs';
import { exitCodeOf } from './run-process.mjs';
import { SetupError } from './step.mjs';

/** Prepares the checkout and runs the benchmarks with the product's own Node; their exit code becomes ours. */
export async function runBench(args) {
  try {
    requireGit();
    await prepare();
    const child = spawn(nodeBinary(), [...nodeFlags, inRoot('tools', 'bench', 'main.ts'), ...args], {
      cwd: inRoot(),
      stdio: 'inherit',
    });
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
    child.on('exit', (code, signal) => process.exit(exitCodeOf(code, signal)));
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.error(`\n${error.message}\n`);
    process.exit(1);
  }
}
