import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { inRoot, root } from './root.mjs';
import { runProcess } from './run-process.mjs';
import { SetupError } from './step.mjs';

const stampPath = inRoot('node_modules', '.tributary-install');

const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(inRoot('package-lock.json')))
    .digest('hex');

const readIfThere = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);

/** As a file of its own: a tree may share its files with a copy of it by hard links, and the copy was not installed. */
function remember(hash) {
  writeFileSync(`${stampPath}.new`, hash);
  renameSync(`${stampPath}.new`, stampPath);
}

/** Whether the installed dependencies are those of package-lock.json. About 2 ms when they are. */
export function isInstalled() {
  const wanted = lockHash();
  if (readIfThere(stampPath) === wanted) return true;
  if (!matchesInstalledTree()) return false;
  // Installed by hand with npm: nothing to do but remember it.
  remember(wanted);
  return true;
}

/** Compares package-lock.json with the list npm leaves inside node_modules; platform packages may be absent. */
function matchesInstalledTree() {
  const installedText = readIfThere(inRoot('node_modules', '.package-lock.json'));
  if (!installedText) return false;
  const installed = JSON.parse(installedText).packages ?? {};
  const wanted = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')).packages ?? {};
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith('node_modules/') && !path.includes('/node_modules/')) return true;
    const found = installed[path];
    if (!found) return entry.optional === true || entry.devOptional === true;
    return found.version === entry.version && (found.link ?? false) === (entry.link ?? false);
  });
}

/**
 * Installs what package-lock.json names and leaves that file as it is. `npm install` rather than `npm ci`, because it
 * mends a tree that was left half-way and brings an older one up to date without making it again.
 */
export async function install() {
  const quiet = ['--no-audit', '--no-fund', '--no-progress', '--loglevel=error', '--include=dev', '--include=optional'];
  const args = ['install', '--no-save', ...quiet];
  const npm = process.env.npm_execpath;
  const { code, output } = npm?.endsWith('.js')
    ? await runProcess(process.execPath, [npm, ...args], { cwd: root })
    : await runProcess('npm', args, { cwd: root });
  if (code !== 0) {
    const shown = output.trim().split('\n').slice(0, 25).join('\n');
    throw new SetupError(
      `npm install failed with exit code ${code}:\n\n${shown}\n\nIf this was a network problem, run it again to continue.`,
    );
  }
  remember(lockHash());
}
