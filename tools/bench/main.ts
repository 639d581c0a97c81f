import { writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Benchmark, isMet, ratioOf, type Row } from './benchmark.ts';
import { benchmarks } from './catalogue.ts';
import { type Lab, openLab } from './lab.ts';
import { ROOT } from './processes.ts';
import { describeMachine, detailsOf, markdownOf, resultOf, tableOf } from './report.ts';

const RESULTS_FILE = path.join(ROOT, 'bench-results.json');

const USAGE = `Usage: npm run bench [-- options]
  --only R15,R16   Only these
  --quick          Fewer repetitions: a rough look
  --markdown       Print the table for the documentation
Exit code: 0 when all ran, whether goals were met or not; 1 when one could not run.`;

function choose(only: string | undefined): readonly Benchmark[] {
  if (only === undefined) return benchmarks;
  const ids = only.split(',').map((id) => id.trim().toUpperCase());
  const unknown = ids.filter((id) => !benchmarks.some((benchmark) => benchmark.id === id));
  if (unknown.length > 0)
    throw new Error(`There is no ${unknown.join(', ')}. Known: ${benchmarks.map((b) => b.id).join(', ')}`);
  return benchmarks.filter((benchmark) => ids.includes(benchmark.id));
}

/** Runs one; what it could not do is a row too, so that the others still run. */
async function runOne(benchmark: Benchmark, lab: Lab): Promise<{ rows: Row[]; failure: string | undefined }> {
  const from = performance.now();
  lab.say(`${benchmark.id} …`);
  try {
    const rows = await benchmark.measure(lab);
    for (const row of rows) {
      if ('skipped' in row) lab.say(`  skipped: ${row.skipped}`);
      else lab.say(`  ${isMet(row) ? 'met' : 'MISSED'}  ${ratioOf(row).toPrecision(3)}  ${detailsOf(row)}`);
    }
    lab.say(`  ${((performance.now() - from) / 1_000).toFixed(1)} s`);
    return { rows, failure: undefined };
  } catch (error) {
    const failure = error instanceof Error ? (error.stack ?? error.message) : String(error);
    lab.say(`  FAILED: ${failure}`);
    return { rows: [], failure };
  }
}

async function main(): Promise<number> {
  const options = {
    only: { type: 'string' },
    quick: { type: 'boolean' },
    markdown: { type: 'boolean' },
    help: { type: 'boolean' },
  } as const;
  const { values } = parseArgs({ options });
  if (values.help) {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  const chosen = choose(values.only);
  const lab = await openLab(values.quick ?? false);
  const stop = () => void lab.close().finally(() => process.exit(130));
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  const rows: Row[] = [];
  const failures: Record<string, string> = {};
  let peakMemoryMb: number | undefined;
  try {
    for (const benchmark of chosen) {
      const { rows: measured, failure } = await runOne(benchmark, lab);
      rows.push(...measured);
      if (failure !== undefined) failures[benchmark.id] = failure;
    }
    peakMemoryMb = lab.peakMemory();
  } finally {
    await lab.close();
  }
  process.stdout.write(`\n${values.markdown ? markdownOf(rows) : tableOf(rows)}\n`);
  if (peakMemoryMb !== undefined)
    process.stdout.write(`\nmost memory the service took: ${Math.round(peakMemoryMb)} MB\n`);
  const measured = {
    at: new Date().toISOString(),
    machine: describeMachine(),
    load: loadavg(),
    isQuick: values.quick ?? false,
  };
  const results = { ...measured, peakMemoryMb, rows: rows.map(resultOf), failures };
  await writeFile(RESULTS_FILE, `${JSON.stringify(results, null, 2)}\n`);
  process.stdout.write(`written to ${path.relative(process.cwd(), RESULTS_FILE)}\n`);
  return Object.keys(failures).length > 0 ? 1 : 0;
}

process.exit(await main());
