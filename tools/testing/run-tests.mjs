import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { requireGit } from '../setup/git-version.mjs';
import { nodeBinary } from '../setup/node-binary.mjs';
import { prepare } from '../setup/prepare.mjs';
import { inRoot, root } from '../setup/root.mjs';
import { exitCodeOf } from '../setup/run-process.mjs';
import { SetupError } from '../setup/step.mjs';
import { ensureBrowser } from './browser.mjs';
import { findChangedTests } from './changed-tests.mjs';
import { openMemoryFolder } from './memory-folder.mjs';
import { addTo, countFiles, filesToRunAgain, nothing, slowestFiles, summaryLine } from './vitest-results.mjs';

const STAGES = ['check', 'unit', 'web', 'e2e'];
const PROJECTS = {
  unit: ['contract', 'ci-config', 'git', 'runner', 'tools', 'server', 'timed'],
  web: ['web', 'page'],
  e2e: ['e2e', 'reliability'],
};

/**
 * `{ stages, isFull, changedSince, vitestArgs }` from the command line; throws a SetupError for an unknown stage.
 * `changedSince` is a commit when only tests of changed files run.
 */
export function parseArguments(args) {
  const parsed = { stages: STAGES, isFull: false, changedSince: undefined, vitestArgs: [] };
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index];
    const isOnly = arg === '--only' || arg.startsWith('--only=');
    if (arg === '--full') parsed.isFull = true;
    else if (arg === '--changed') parsed.changedSince = 'HEAD';
    else if (arg.startsWith('--changed=')) parsed.changedSince = arg.slice('--changed='.length);
    else if (isOnly) parsed.stages = parseStages(arg === '--only' ? args[(index += 1)] : arg.slice('--only='.length));
    else parsed.vitestArgs.push(arg);
  }
  // A filter names test files, and the checks have none.
  if (parsed.vitestArgs.length > 0) parsed.stages = parsed.stages.filter((stage) => stage !== 'check');
  return parsed;
}

function parseStages(text) {
  const stages = (text ?? '').split(',').filter(Boolean);
  const unknown = stages.filter((stage) => !STAGES.includes(stage));
  if (stages.length === 0 || unknown.length > 0) {
    throw new SetupError(
      `--only takes ${STAGES.join(', ')}${unknown.length > 0 ? `, not ${unknown.join(', ')}` : ''}.`,
    );
  }
  return STAGES.filter((stage) => stages.includes(stage));
}

/** Prepares the machine, runs the stages in order, prints the summary and sets the exit code. */
export async function runTests(args) {
  const total = { ...nothing(), unsteady: [], stages: [], files: [] };
  const fail = (name, error) => {
    console.error(`\n${error instanceof SetupError ? error.message : error.stack}\n`);
    addTo(total, { ...nothing(), failed: 1, failures: [name] });
  };
  let removeFolder = () => undefined;
  try {
    const { stages, isFull, changedSince, vitestArgs } = parseArguments(args);
    if (isFull) process.env.TRIBUTARY_FULL = '1';
    const changed = changedSince === undefined ? undefined : changedTests(changedSince);
    requireGit();
    const isWanted = (stage) => changed === undefined || stage === 'check' || changed[stage].length > 0;
    const wanted = stages.filter(isWanted);
    await prepare({ needsWeb: wanted.includes('e2e') });
    // A machine without one fetches it while it checks and tests what needs none.
    const browser = wanted.includes('e2e') ? ensureBrowser() : undefined;
    browser?.catch(() => undefined);
    removeFolder = openMemoryFolder();
    for (const stage of wanted) {
      console.log(`\n── ${stage} ──`);
      const startedAt = performance.now();
      try {
        const result = await runStage(stage, [...vitestArgs, ...(changed?.[stage] ?? [])], browser);
        addTo(total, result);
        total.unsteady.push(...(result.unsteady ?? []));
        total.files.push(...(result.files ?? []));
      } catch (error) {
        fail(`${stage}: could not be run`, error);
      }
      total.stages.push({ stage, seconds: (performance.now() - startedAt) / 1000 });
    }
  } catch (error) {
    fail('set-up', error);
  } finally {
    removeFolder();
  }
  finish(total);
}

/** The changed tests of each stage; says which are omitted. */
function changedTests(commit) {
  const { tests, omitted } = findChangedTests(root, commit);
  console.log(
    `Tests of what changed since ${commit}: ${tests.length} files${omitted > 0 ? `, ${omitted} more omitted` : ''}.`,
  );
  const stageOf = (path) => (path.startsWith('e2e/') ? 'e2e' : path.startsWith('packages/web/') ? 'web' : 'unit');
  return Object.fromEntries(
    Object.keys(PROJECTS).map((stage) => [stage, tests.filter((path) => stageOf(path) === stage)]),
  );
}

function printTimes({ stages, files }) {
  if (files.length === 0) return;
  const slowest = slowestFiles(files, 20);
  console.log(
    `\nSlowest files:\n${slowest.map(({ name, seconds }) => `  ${seconds.toFixed(1).padStart(6)} s  ${name}`).join('\n')}`,
  );
  console.log(`\nStages: ${stages.map(({ stage, seconds }) => `${stage} ${Math.round(seconds)} s`).join(', ')}`);
}

function finish(total) {
  printTimes(total);
  if (total.unsteady.length > 0) {
    console.log(`\nFailed beside others and passed alone:\n${total.unsteady.map((name) => `  ~ ${name}`).join('\n')}`);
  }
  if (total.failures.length > 0) console.log(`\nFailed:\n${total.failures.map((name) => `  ✗ ${name}`).join('\n')}`);
  const ranNothing = total.passed + total.failed === 0;
  if (ranNothing) console.log('\nNo test ran.');
  console.log(`\n${summaryLine(total)}`);
  process.exitCode = total.failed > 0 || ranNothing ? 1 : 0;
}

async function runStage(stage, vitestArgs, browser) {
  if (stage === 'check') {
    const { runChecks } = await import('../checks/run-checks.mjs');
    const results = await runChecks();
    const failed = results.filter((result) => !result.ok);
    const skipped = results.filter((result) => result.ok && result.isEmpty).length;
    const failures = failed.map((result) => `check: ${result.name}`);
    return { passed: results.length - failed.length - skipped, failed: failed.length, skipped, failures };
  }
  const env = { ...process.env };
  // Whoever reads a log file does not want colour codes in it.
  if (!process.stdout.isTTY && !env.FORCE_COLOR) env.NO_COLOR = '1';
  // Hundreds of processes load the same libraries; all but the first find them compiled.
  env.NODE_COMPILE_CACHE ??= inRoot('.cache', 'compiled');
  if (stage === 'e2e') env.CHROMIUM = await browser;
  return runVitest(stage, vitestArgs, env);
}

/**
 * Journeys that failed beside others are run once more, alone (`docs/decisions/0006`). What passes then counts as
 * passed and is named as `unsteady` at the end. Whoever names the files to run sees what they did, once.
 */
async function runVitest(stage, vitestArgs, env) {
  const files = await runFiles(stage, vitestArgs, env);
  const again = vitestArgs.length > 0 ? [] : filesToRunAgain(files);
  const unsteady = [];
  if (again.length > 0) {
    console.log(`\n── ${stage}, again and alone ──`);
    const alone = await runFiles(stage, [...again, '--no-file-parallelism'], env);
    for (const name of again) {
      const second = alone.get(name);
      if (second === undefined) continue;
      unsteady.push(...files.get(name).failures.filter((failure) => !second.failures.includes(failure)));
      files.set(name, second);
    }
  }
  const total = { ...nothing(), unsteady, files: [] };
  for (const [name, counted] of files) {
    addTo(total, counted);
    total.files.push({ name, seconds: counted.seconds ?? 0 });
  }
  return total;
}

/** Runs vitest; returns what `countFiles` does. */
async function runFiles(stage, vitestArgs, env) {
  const folder = mkdtempSync(join(tmpdir(), 'tributary-tests-'));
  const reportPath = join(folder, 'report.json');
  try {
    const code = await spawnVitest(stage, vitestArgs, env, reportPath);
    const files = countFiles(JSON.parse(readFileSync(reportPath, 'utf8')), root);
    // An error outside of any test (an unhandled rejection, a global set-up) only shows in the exit code.
    if (code !== 0 && [...files.values()].every((counted) => counted.failed === 0)) {
      const failures = [`${stage}: vitest ended with exit code ${code} outside of any test`];
      files.set(stage, { ...nothing(), failed: 1, failures });
    }
    return files;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function spawnVitest(stage, vitestArgs, env, reportPath) {
  const args = [inRoot('node_modules', 'vitest', 'vitest.mjs'), 'run', '--passWithNoTests'];
  for (const project of PROJECTS[stage]) args.push('--project', project);
  args.push('--reporter=default', '--reporter=json', `--outputFile.json=${reportPath}`, ...vitestArgs);
  return new Promise((resolve, reject) => {
    const child = spawn(nodeBinary(), args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve(exitCodeOf(code, signal)));
  });
}
