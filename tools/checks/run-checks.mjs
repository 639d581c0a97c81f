import { availableParallelism } from 'node:os';
import { existsSync } from 'node:fs';
import process from 'node:process';
import { nodeBinary } from '../setup/node-binary.mjs';
import { inRoot, root } from '../setup/root.mjs';
import { runProcess } from '../setup/run-process.mjs';
import { SetupError, formatDuration } from '../setup/step.mjs';
import { checkBoundaries } from './boundaries.mjs';
import { checkErrors } from './errors.mjs';
import { checkForbiddenCode } from './forbidden-code.mjs';
import { checkLinks } from './links.mjs';
import { checkLockFile } from './lock-file.mjs';
import { checkMigrations } from './migrations.mjs';
import { checkRoutes } from './routes.mjs';
import { checkSizes } from './sizes.mjs';
import { listSources } from './sources.mjs';
import { checkVocabulary } from './vocabulary.mjs';
import { checkForbiddenWords } from './forbidden-words.mjs';

/**
 * The linter ends after seconds: collecting garbage costs it more time than the memory is worth, until it
 * becomes scarce.
 */
const SHORT_LIVED = { GOGC: 'off', GOMEMLIMIT: '8GiB' };

/** A step that runs a program from node_modules/.bin; fails by its exit code. */
const program = (name, script, args, needs = []) => ({
  name,
  async run() {
    if (!needs.every((path) => existsSync(inRoot(path)))) return { failures: [], checked: 0 };
    const { code, output } = await runProcess(nodeBinary(), [inRoot('node_modules', script), ...args], {
      cwd: root,
      env: { ...process.env, ...SHORT_LIVED },
    });
    return { failures: code === 0 ? [] : [output.trimEnd() || `exit code ${code}`], checked: 1 };
  },
});

/**
 * Types and lint in one go: the linter works out all types anyway. The web has a project of its own, and each half of the
 * code takes half of the memory.
 */
const typesAndLint = (name, args) =>
  program(name, 'oxlint/bin/oxlint', ['--type-aware', '--type-check', '--deny-warnings', ...args]);

/** A step of our own: gets the sources, returns `{ failures, warnings?, notes?, checked }`. */
const own = (name, check) => ({ name, run: async (context) => check(context.sources(), root) });

// The long ones first, so that the short ones fill the gaps.
const STEPS = [
  typesAndLint('types and lint', ['--ignore-pattern', 'packages/web', '.']),
  typesAndLint('types and lint of the web', ['packages/web']),
  program(
    'unused code',
    'knip/bin/knip.js',
    ['--no-progress', '--no-config-hints'],
    ['packages/git/src/index.ts', 'packages/server/src/app/cli.ts', 'packages/web/src/main.tsx'],
  ),
  program('format', 'oxfmt/bin/oxfmt', ['--check', '.']),
  own('boundaries', checkBoundaries),
  own('forbidden code', checkForbiddenCode),
  own('sizes and names', checkSizes),
  own('error catalogue', checkErrors),
  own('routes', checkRoutes),
  own('migrations', checkMigrations),
  own('lock file', checkLockFile),
  own('words', checkForbiddenWords),
  own('vocabulary', checkVocabulary),
  own('links', checkLinks),
];

/**
 * Runs the named steps, or all; prints one line for each as it ends, with the full output of those that fail.
 * Resolves to `{ name, ok, isEmpty }` per step, in the order above. A name may be the beginning of a step's name.
 */
export async function runChecks(names = []) {
  const steps = names.length === 0 ? STEPS : STEPS.filter((step) => names.some((name) => step.name.startsWith(name)));
  if (steps.length === 0) {
    throw new SetupError(
      `There is no check named ${names.join(', ')}. There are: ${STEPS.map((step) => step.name).join(', ')}.`,
    );
  }
  let sources;
  const context = { sources: () => (sources ??= listSources(root)) };
  const startedAt = performance.now();
  const waiting = [...steps];
  const results = new Map();
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) results.set(step, await runStep(step, context));
  };
  await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work));
  const ordered = steps.map((step) => results.get(step));
  const failed = ordered.filter((result) => !result.ok).length;
  const verdict = failed === 0 ? 'all checks pass' : `${failed} of ${ordered.length} checks fail`;
  console.log(`  ${verdict} (${formatDuration(performance.now() - startedAt)})`);
  return ordered;
}

async function runStep(step, context) {
  const startedAt = performance.now();
  let result;
  try {
    result = await step.run(context);
  } catch (error) {
    result = { failures: [error.stack], checked: 1 };
  }
  const { failures, warnings = [], notes = [], checked } = result;
  const ok = failures.length === 0;
  const isEmpty = ok && checked === 0;
  const time = formatDuration(performance.now() - startedAt).padStart(8);
  const remark = isEmpty ? '  nothing to check yet' : warnings.length > 0 ? `  ${count(warnings, 'warning')}` : '';
  const lines = [`  ${ok ? '✓' : '✗'} ${step.name.padEnd(18)}${time}${remark}`];
  lines.push(...notes.map((note) => `      ${note}`));
  if (!ok) lines.push(...failures.map((failure) => indent(failure)));
  // Warnings are many while something is being built: shown in full only when they stand alone.
  lines.push(...warnings.slice(0, 12).map((warning) => `      note: ${warning}`));
  if (warnings.length > 12) lines.push(`      note: and ${warnings.length - 12} more`);
  console.log(lines.join('\n'));
  return { name: step.name, ok, isEmpty };
}

const count = (list, noun) => `${list.length} ${noun}${list.length === 1 ? '' : 's'}`;

const indent = (text) => text.replaceAll(/^/gm, '    ');
