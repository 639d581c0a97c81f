import { spawn } from 'node:child_process';
import process from 'node:process';
import { isInstalled } from './install.mjs';
import { nodeBinary, nodeFlags } from './node-binary.mjs';
import { inRoot } from './root.mjs';
import { exitCodeOf } from './run-process.mjs';
import { SetupError } from './step.mjs';

/** Runs one `tributary` command in the product's own Node; its exit code becomes ours. */
export function runCommand(args) {
  try {
    if (!isInstalled()) throw new SetupError('The dependencies are missing or outdated. Run npm ci first.');
    spawnCommand(nodeBinary(), args);
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

function spawnCommand(node, args) {
  const [first, ...others] = args;
  const [file, given] =
    first === 'runner'
      ? [inRoot('packages', 'runner', 'src', 'main.ts'), others]
      : [inRoot('packages', 'server', 'src', 'app', 'cli.ts'), args];
  const child = spawn(node, [...nodeFlags, file, ...given], { stdio: 'inherit' });
  // A terminal sends Ctrl-C to both of us; without one, only we get it.
  process.on('SIGINT', () => {
    if (!process.stdin.isTTY) child.kill('SIGINT');
  });
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  child.on('error', (error) => {
    console.error(`Could not run ${node}: ${error.message}`);
    process.exit(1);
  });
  child.on('exit', (code, signal) => process.exit(exitCodeOf(code, signal)));
}
