import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Lab } from './lab.ts';
import { git, run } from './processes.ts';

/** Two published versions of a package: the whole way of a library from JavaScript to TypeScript. */
const PACKAGE = 'date-fns';
const VERSIONS = ['2.30.0', '4.1.0'] as const;
export const VERSION_BRANCHES = ['next-1', 'next-2', 'next-3'] as const;
const MIN_FILES = 5_000;
const MIN_HUNK_LINES = 500_000;

export type VersionsCorpus = { dir: string; files: number; hunkLines: number };

/** A repository whose `main` is the older version and whose other branches are the newer one, each with a commit of its own. */
export async function openVersionsCorpus(lab: Lab): Promise<VersionsCorpus> {
  const dir = path.join(lab.cacheDir, `versions-1-${PACKAGE}-${VERSIONS.join('-')}`);
  const factsFile = `${dir}.json`;
  const isThere = await access(factsFile).then(
    () => true,
    () => false,
  );
  if (isThere) return { dir, ...(JSON.parse(await readFile(factsFile, 'utf8')) as Omit<VersionsCorpus, 'dir'>) };
  lab.say(`  making a corpus of ${PACKAGE} ${VERSIONS.join(' and ')}; kept in ${lab.cacheDir} for later runs`);
  const half = `${dir}.${process.pid}`;
  await rm(half, { recursive: true, force: true });
  await mkdir(half, { recursive: true });
  await git(half, 'init', '-q', '-b', 'main');
  for (const [at, version] of VERSIONS.entries()) {
    if (at > 0) await git(half, 'switch', '-q', '-c', VERSION_BRANCHES[0]);
    await putVersion(half, version);
  }
  for (const [at, branch] of VERSION_BRANCHES.entries()) {
    if (at > 0) await git(half, 'switch', '-q', '-c', branch);
    await writeFile(path.join(half, `${branch}.txt`), `${branch}\n`);
    await commitAll(half, `Add ${branch}`);
  }
  const range = `main...${VERSION_BRANCHES[0]}`;
  const files = (await git(half, 'diff', '-M', '--raw', range)).split('\n').length;
  const patch = (await run('git', ['diff', '-M', range], { cwd: half })).toString('latin1');
  const hunkLines = patch.split('\n').filter((line) => /^[ +-](?!\+\+ |-- )/.test(line)).length;
  if (files < MIN_FILES || hunkLines < MIN_HUNK_LINES)
    throw new Error(`the versions differ in only ${files} files and ${hunkLines} lines`);
  await rm(dir, { recursive: true, force: true });
  await rename(half, dir);
  await writeFile(factsFile, JSON.stringify({ files, hunkLines }));
  return { dir, files, hunkLines };
}

async function putVersion(dir: string, version: string): Promise<void> {
  const archive = (await run('npm', ['pack', '--silent', `${PACKAGE}@${version}`], { cwd: dir })).toString().trim();
  if ((await git(dir, 'ls-files')) !== '') await git(dir, 'rm', '-rq', '.');
  await run('tar', ['xzf', archive, '--strip-components=1'], { cwd: dir });
  await rm(path.join(dir, archive));
  await commitAll(dir, `Take version ${version}`);
}

async function commitAll(dir: string, message: string): Promise<void> {
  await git(dir, 'add', '-A');
  await git(dir, '-c', 'user.name=Bench', '-c', 'user.email=bench@example.com', 'commit', '-qm', message);
}
