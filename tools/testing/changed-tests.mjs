import { execFileSync } from 'node:child_process';
import { join, posix } from 'node:path';
import { existsSync } from 'node:fs';
import { scanImports } from '../checks/scan-imports.mjs';
import { isTestPath, listSources } from '../checks/sources.mjs';

const TEST = /\.test\.(ts|tsx|mjs)$/;

/** More test files than this take longer than a commit should wait. */
export const MOST_CHANGED_TESTS = 60;

/** Imports further away than this lead to almost every test. */
const MOST_STEPS = 3;

/** Files that load the whole product: what is imported through them says nothing about a test. */
const WHOLE_PRODUCT =
  /^packages\/server\/(testing|src\/app)\/|^packages\/server\/src\/[^/]+\/(index|testing[^/]*)\.ts$/;

/** The paths that differ from `commit` in the working tree, untracked files too; deleted ones are omitted. */
export function changedPaths(rootDir, commit = 'HEAD') {
  const git = (...args) =>
    execFileSync('git', args, { cwd: rootDir, encoding: 'utf8' })
      .split('\0')
      .filter((path) => path !== '');
  const tracked = git('diff', '--name-only', '--diff-filter=d', '-z', commit, '--');
  return [...new Set([...tracked, ...git('ls-files', '--others', '--exclude-standard', '-z')])];
}

/**
 * The test files to run after a change of `changed` (paths from the root), nearest first: changed tests, tests in the
 * folder of a changed file or below it, then tests that import a changed file over at most three steps. Browser journeys
 * only run when they are changed themselves. Returns `{ tests, omitted }`; `omitted` counts those beyond the limit.
 */
export function selectTests(sources, changed, limit = MOST_CHANGED_TESTS) {
  const distances = new Map();
  const add = (path, distance) => {
    if (!TEST.test(path)) return;
    if (path.startsWith('e2e/') && distance > 0) return;
    if (distance < (distances.get(path) ?? Infinity)) distances.set(path, distance);
  };
  const code = changed.filter((path) => sources.some((source) => source.path === path && source.isCode));
  const importers = importersOf(sources);
  for (const path of code) {
    add(path, 0);
    if (!isTestPath(path)) addFolder(sources, posix.dirname(path), add);
    let reached = [path];
    const seen = new Set(reached);
    for (let step = 1; step <= MOST_STEPS; step += 1) {
      reached = reached.flatMap((one) => (WHOLE_PRODUCT.test(one) ? [] : [...(importers.get(one) ?? [])]));
      reached = reached.filter((one) => !seen.has(one) && seen.add(one));
      for (const one of reached) add(one, step);
    }
  }
  const ordered = [...distances]
    .toSorted(([a, near], [b, far]) => near - far || (a < b ? -1 : 1))
    .map(([path]) => path);
  return { tests: ordered.slice(0, limit), omitted: Math.max(0, ordered.length - limit) };
}

/** Roles of a slice share the tests of the folder above them. */
const ROLES = new Set(['store', 'rules', 'operations', 'reads', 'render', 'endpoints', 'jobs']);

function addFolder(sources, folder, add) {
  const own = ROLES.has(posix.basename(folder)) ? posix.dirname(folder) : folder;
  for (const { path } of sources) {
    if (posix.dirname(path) === own || posix.dirname(path) === folder) add(path, 1);
  }
}

/** Which files import each file. */
function importersOf(sources) {
  const paths = new Set(sources.map(({ path }) => path));
  const importers = new Map();
  for (const source of sources.filter(({ isCode }) => isCode)) {
    for (const { specifier } of scanImports(source)) {
      const target = resolveImport(source.path, specifier, paths);
      if (target === undefined) continue;
      if (!importers.has(target)) importers.set(target, new Set());
      importers.get(target).add(source.path);
    }
  }
  return importers;
}

function resolveImport(from, specifier, paths) {
  if (specifier.startsWith('.')) {
    const target = posix.join(posix.dirname(from), specifier.replace(/\?.*$/, ''));
    return paths.has(target) ? target : undefined;
  }
  const own = /^@tributary\/(contract|git)(?:\/(.+))?$/.exec(specifier);
  if (!own) return undefined;
  return [`packages/${own[1]}/src/${own[2] ?? 'index.ts'}`].find((path) => paths.has(path));
}

/** What `npm test -- --changed[=commit]` runs. */
export function findChangedTests(rootDir, commit) {
  const sources = listSources(rootDir).filter(({ path }) => existsSync(join(rootDir, path)));
  return selectTests(sources, changedPaths(rootDir, commit));
}
