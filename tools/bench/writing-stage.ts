import path from 'node:path';
import { maintainRepository } from '@tributary/git';
import { openCorpus } from './corpus.ts';
import type { Lab } from './lab.ts';
import { git, run } from './processes.ts';
import { createProject, remoteUrl, type StagedProject, waitUntilQuiet } from './stage.ts';

/** As many as any benchmark of writing has rounds, and one that is not measured. */
const BRANCHES = 45;

/**
 * The corpus as a project that is written to. Beside it a bare repository with the same refs in the same state of
 * maintenance, for the same done by hand, and a clone that has the commits to push.
 */
export type WritingStage = StagedProject & {
  bare: string;
  clone: string;
  /** Ids of commits, each on top of the one before, that no server has. */
  pushes: string[];
  /** Branches in both, each one commit beside main that merges without conflict. */
  mergeable: string[];
};

const stages = new WeakMap<Lab, Promise<WritingStage>>();

export function openWritingStage(lab: Lab): Promise<WritingStage> {
  const known = stages.get(lab);
  if (known) return known;
  const stage = setUp(lab);
  stages.set(lab, stage);
  return stage;
}

export function importedCommit(ref: string, from: string | undefined, file: string, step: number): string {
  const message = `Write ${file}, step ${step}`;
  const content = `${file} ${step}\n`;
  return [
    `commit ${ref}`,
    `committer Bench <bench@example.org> ${1_700_000_000 + step} +0000`,
    `data ${message.length}\n${message}`,
    ...(from === undefined ? [] : [`from ${from}`]),
    `M 100644 inline ${file}\ndata ${content.length}\n${content}\n`,
  ].join('\n');
}

async function setUp(lab: Lab): Promise<WritingStage> {
  const corpus = await openCorpus(lab);
  const service = await lab.service();
  const project = await createProject(service, 'writes');
  const dir = await lab.scratch('writes');
  const clone = path.join(dir, 'clone.git');
  const bare = path.join(dir, 'bare.git');
  await git(dir, 'clone', '-q', '--bare', '--single-branch', '-b', 'main', `file://${corpus.dir}`, clone);
  const mergeable = Array.from({ length: BRANCHES }, (_, at) => `merge-${at}`);
  const text = [
    ...mergeable.map((name, at) => importedCommit(`refs/heads/${name}`, 'refs/heads/main^0', `docs/${name}.md`, at)),
    ...mergeable.map((_, at) =>
      importedCommit('refs/work', at === 0 ? 'refs/heads/main^0' : undefined, 'docs/work.md', at),
    ),
  ].join('\n');
  await run('git', ['fast-import', '--quiet'], { cwd: clone, stdin: text });
  const refs = 'refs/heads/*:refs/heads/*';
  await git(dir, 'init', '-q', '--bare', '-b', 'main', bare);
  await git(clone, 'push', '-q', bare, refs);
  await git(clone, 'push', '-q', remoteUrl(service, project.fullPath), refs);
  await waitUntilQuiet(service);
  for (const repository of [bare, project.repository]) await maintainRepository(repository, { mode: 'full' });
  const pushes = (await git(clone, 'rev-list', '--reverse', 'refs/heads/main..refs/work')).split('\n');
  return { ...project, bare, clone, pushes, mergeable };
}
