import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { COMMITS, type Shape, generateHistory } from './corpus-history.ts';
import { readSources } from './corpus-sources.ts';
import type { Lab } from './lab.ts';
import { git, run } from './processes.ts';

/** Raised when the history is told in another way. */
const RECIPE = 2;
const MIN_FILES = 1_300;
const MIN_HUNK_LINES = 160_000;

/**
 * A repository as big as that of a busy project, in one pack without any index beyond the pack's own. Its contents are
 * the sources of packages, and versions of them made by rule; nobody may write to it.
 */
export type Corpus = {
  dir: string;
  commits: number;
  objects: number;
  /** Of `big` against `main`; none in the deep one. */
  bigFiles: number;
  bigHunkLines: number;
};

/** Of `Lab`, so that all benchmarks of a run share one. */
const built = new WeakMap<Lab, Partial<Record<Shape, Promise<Corpus>>>>();

export function openCorpus(lab: Lab, shape: Shape = 'wide'): Promise<Corpus> {
  const known = built.get(lab) ?? {};
  built.set(lab, known);
  return (known[shape] ??= buildCorpus(lab, shape));
}

async function buildCorpus(lab: Lab, shape: Shape): Promise<Corpus> {
  const sources = readSources();
  const dir = path.join(lab.cacheDir, `corpus-${shape}-${RECIPE}-${sources.hash}.git`);
  const factsFile = `${dir}.json`;
  const isThere = await access(factsFile).then(
    () => true,
    () => false,
  );
  if (isThere) return JSON.parse(await readFile(factsFile, 'utf8')) as Corpus;
  lab.say(`  making the ${shape} corpus: ${COMMITS[shape]} commits; kept in ${lab.cacheDir} for later runs`);
  const half = `${dir}.${process.pid}`;
  await rm(half, { recursive: true, force: true });
  await git(lab.cacheDir, 'init', '-q', '--bare', '-b', 'main', half);
  const child = spawn('git', ['fast-import', '--quiet', '--max-pack-size=2g'], {
    cwd: half,
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  const ended = once(child, 'close');
  await generateHistory(sources.files, shape, async (text) => {
    if (!child.stdin.write(text)) await once(child.stdin, 'drain');
  });
  child.stdin.end();
  const [code] = (await ended) as [number | null];
  if (code !== 0) throw new Error(`git fast-import ended with ${code}`);
  await git(half, '-c', 'repack.writeBitmaps=false', 'repack', '-a', '-d', '-f', '-q');
  const corpus = { dir, ...(await factsOf(half, shape)) };
  await rm(dir, { recursive: true, force: true });
  await rename(half, dir);
  await writeFile(factsFile, JSON.stringify(corpus));
  return corpus;
}

async function factsOf(dir: string, shape: Shape): Promise<Omit<Corpus, 'dir'>> {
  const commits = Number(await git(dir, 'rev-list', '--count', '--all'));
  const objects = Number(await git(dir, 'rev-list', '--objects', '--count', '--all'));
  if (shape === 'deep') return { commits, objects, bigFiles: 0, bigHunkLines: 0 };
  const bigFiles = (await git(dir, 'diff', '-M', '--raw', 'main...big')).split('\n').length;
  const patch = (await run('git', ['diff', '-M', 'main...big'], { cwd: dir })).toString();
  const bigHunkLines = patch.split('\n').filter((line) => /^[ +-](?!\+\+ |-- )/.test(line)).length;
  if (bigFiles < MIN_FILES || bigHunkLines < MIN_HUNK_LINES)
    throw new Error(`the big change has only ${bigFiles} files and ${bigHunkLines} lines`);
  return { commits, objects, bigFiles, bigHunkLines };
}
