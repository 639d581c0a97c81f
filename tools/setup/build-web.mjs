import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { nodeBinary } from './node-binary.mjs';
import { inRoot } from './root.mjs';
import { runProcess } from './run-process.mjs';
import { SetupError } from './step.mjs';

const dist = inRoot('packages', 'web', 'dist');
const stampPath = join(dist, '.built');

/** Everything the build reads. A directory stands for all files below it. */
const sources = [
  'packages/web/src',
  'packages/web/public',
  'packages/web/index.html',
  'packages/web/vite.config.ts',
  'packages/web/package.json',
  'packages/contract/src',
  'package-lock.json',
].map((path) => inRoot(path));

/** A fingerprint of names, sizes and times of the sources: a few milliseconds, and it notices removed files too. */
export function fingerprint(paths = sources) {
  const hash = createHash('sha256');
  const visit = (path) => {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat) return;
    if (stat.isDirectory()) {
      for (const name of readdirSync(path).sort()) visit(join(path, name));
    } else if (!/\.test\.tsx?$/.test(path)) {
      hash.update(`${path}\0${stat.size}\0${stat.mtimeMs}\n`);
    }
  };
  paths.forEach(visit);
  return hash.digest('hex');
}

/** Whether the web build belongs to the sources as they are. */
export function isWebBuilt() {
  return existsSync(stampPath) && readFileSync(stampPath, 'utf8') === fingerprint();
}

/** Builds the web beside the old build and swaps the two, so that a running server never serves half of one. */
export async function buildWeb() {
  const next = inRoot('.cache', 'web-next');
  const previous = inRoot('.cache', 'web-previous');
  mkdirSync(inRoot('.cache'), { recursive: true });
  const before = fingerprint();
  const vite = inRoot('node_modules', 'vite', 'bin', 'vite.js');
  const args = [vite, 'build', '--outDir', next, '--emptyOutDir', '--logLevel', 'warn'];
  const env = { ...process.env, NO_COLOR: '1' };
  const { code, output } = await runProcess(nodeBinary(), args, { cwd: inRoot('packages', 'web'), env });
  if (code !== 0) throw new SetupError(`The web build failed:\n\n${output.trim()}`);
  writeFileSync(join(next, '.built'), before);
  rmSync(previous, { recursive: true, force: true });
  if (existsSync(dist)) renameSync(dist, previous);
  renameSync(next, dist);
  rmSync(previous, { recursive: true, force: true });
}
