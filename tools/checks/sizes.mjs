import { basename } from 'node:path';
import { SLICES } from './ladder.mjs';
import { longFunctions } from './long-functions.mjs';
import { ALLOWANCES } from './size-allowances.mjs';

const FUNCTION_LINES = 60;

const BANNED_NAMES = /(^|-)(utils?|helpers?|common|misc)$/;

const KEBAB_CASE = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+(-[a-z0-9]+)*)*\.(ts|tsx|mts|mjs|css)$/;

/** Lines at which a file is warned about and refused. */
export function budgetOf(path) {
  if (/\.test\.(ts|tsx|mjs)$/.test(path)) return { kind: 'a test', warn: 800, stop: 800 };
  const slice = /^packages\/server\/src\/([^/]+)\/(?:.*\/)?endpoints\//.exec(path)?.[1];
  if (SLICES.includes(slice)) return { kind: 'an endpoint', warn: 150, stop: 250 };
  if (path.endsWith('.tsx')) return { kind: 'a component', warn: 250, stop: 500 };
  return { kind: 'a file', warn: 350, stop: 500 };
}

/** Sizes of files and functions, and the names of files. */
export function checkSizes(sources, _root, allowances = ALLOWANCES) {
  const files = sources.filter((source) => source.isCode || source.path.endsWith('.css'));
  const failures = [];
  const warnings = [];
  let longCount = 0;
  for (const file of files) {
    const problem = refuseName(file.path);
    if (problem) failures.push(`${file.path}: ${problem}`);
    measure(file, allowances, failures, warnings);
    if (file.isCode && !file.isTest) longCount += longFunctions(file.code, FUNCTION_LINES).length;
  }
  const notes = allowances.map(({ path, limit, reason }) => `allowed: ${path} up to ${limit} lines: ${reason}`);
  for (const { path } of allowances) {
    if (!files.some((file) => file.path === path))
      failures.push(`${path} is in the allow-list but does not exist: remove it there`);
  }
  if (longCount > 0)
    warnings.push(
      `${longCount} function${longCount === 1 ? '' : 's'} over ${FUNCTION_LINES} lines (list: node tools/checks/long-functions.mjs)`,
    );
  return { failures, warnings, notes, checked: files.length };
}

function measure(file, allowances, failures, warnings) {
  const lines = file.text.split('\n').length - 1;
  const allowed = allowances.find((allowance) => allowance.path === file.path);
  const { kind, warn, stop } = allowed
    ? { kind: 'this file', warn: allowed.limit, stop: allowed.limit }
    : budgetOf(file.path);
  if (lines > stop)
    failures.push(`${file.path}: ${lines} lines; ${kind} has at most ${stop}. Split it by reason to change`);
  else if (lines > warn) warnings.push(`${file.path}: ${lines} lines, over ${warn}`);
}

function refuseName(path) {
  const name = basename(path);
  const stem = name.replace(/\.[^.]+$/, '').replace(/\.(test|states|config|machine|d)$/, '');
  if (BANNED_NAMES.test(stem)) return `"${stem}" says nothing: name the file for what it does`;
  if (stem === 'types' && !path.startsWith('packages/contract/'))
    return 'types live beside the code they describe, or in contract';
  if (!KEBAB_CASE.test(name)) return 'file names are kebab-case';
  return undefined;
}
