import process from 'node:process';

/** An expected failure: shown as its sentences only, without a stack. */
export class SetupError extends Error {}

/** Milliseconds as users read them: `340 ms`, `12.3 s`, `2 min 5 s`. */
export function formatDuration(ms) {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
}

/** Runs one step of the set-up and prints one line for it, with the time it took. */
export async function step(label, work) {
  const startedAt = performance.now();
  process.stdout.write(`  ${label} … `);
  try {
    const result = await work();
    process.stdout.write(`${formatDuration(performance.now() - startedAt)}\n`);
    return result;
  } catch (error) {
    process.stdout.write('failed\n');
    throw error;
  }
}
