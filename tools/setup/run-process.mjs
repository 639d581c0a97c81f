import { spawn } from 'node:child_process';
import { constants } from 'node:os';

/**
 * Runs a program to its end and keeps what it prints.
 * Resolves to `{ code, output }`; `code` is 127 when the program could not be started. Standard input is closed.
 */
export function runProcess(command, args, { cwd, env, onOutput } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env: env ?? process.env, stdio: ['ignore', 'pipe', 'pipe'] });
    const chunks = [];
    const keep = (chunk) => {
      chunks.push(chunk);
      onOutput?.(chunk);
    };
    const finish = (code) => resolve({ code, output: Buffer.concat(chunks).toString('utf8') });
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', (error) => {
      keep(Buffer.from(`${error.message}\n`));
      finish(127);
    });
    child.on('close', (code, signal) => finish(exitCodeOf(code, signal)));
  });
}

/** The exit code a shell would report: a process ended by a signal counts as 128 + its number. */
export function exitCodeOf(code, signal) {
  return code ?? 128 + (constants.signals[signal] ?? 0);
}
