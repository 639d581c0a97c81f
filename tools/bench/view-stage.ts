import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Lab } from './lab.ts';
import { git } from './processes.ts';
import { createProject, openRequest, remoteUrl, type StagedProject, type StagedRequest } from './stage.ts';

/** Merge requests by how much of them there is to look at. */
export const VIEWS = {
  'lines-1000': { files: 1, lines: 1_000 },
  'lines-10000': { files: 4, lines: 2_500 },
  /** A little less: one line more, and the last files would be folded. */
  'lines-50000': { files: 20, lines: 2_490 },
  'files-10': { files: 10, lines: 20 },
  'files-5000': { files: 5_000, lines: 20 },
} as const;
export type ViewName = keyof typeof VIEWS;

export type ViewStage = StagedProject & { requests: Record<ViewName, StagedRequest> };

const stages = new WeakMap<Lab, Promise<ViewStage>>();

export function openViewStage(lab: Lab): Promise<ViewStage> {
  const known = stages.get(lab);
  if (known) return known;
  const stage = setUp(lab);
  stages.set(lab, stage);
  return stage;
}

/** A line with about eight tokens. */
export function lineOf(number: number): string {
  return `export const value${number} = compute(${number}, 'text ${number}');`;
}

async function setUp(lab: Lab): Promise<ViewStage> {
  const service = await lab.service();
  const project = await createProject(service, 'views');
  const dir = await lab.scratch('views');
  await git(dir, 'init', '-q', '-b', 'main');
  await git(dir, 'commit', '-q', '--allow-empty', '-m', 'Begin');
  for (const [name, { files, lines }] of Object.entries(VIEWS)) {
    await git(dir, 'checkout', '-q', '-b', name, 'main');
    await mkdir(path.join(dir, name));
    for (let file = 1; file <= files; file++) {
      // No two blobs are the same: what is known of one says nothing of another.
      const text = Array.from({ length: lines }, (_, at) => lineOf(file * 100_000 + at)).join('\n');
      await writeFile(path.join(dir, name, `part-${String(file).padStart(4, '0')}.ts`), `// ${name}\n${text}\n`);
    }
    await git(dir, 'add', '-A');
    await git(dir, 'commit', '-q', '-m', `Add ${name}`);
  }
  await git(dir, 'push', '-q', remoteUrl(service, project.fullPath), 'refs/heads/*:refs/heads/*');
  const requests: Partial<Record<ViewName, StagedRequest>> = {};
  for (const name of Object.keys(VIEWS) as ViewName[]) requests[name] = await openRequest(service, project, name);
  return { ...project, requests: requests as Record<ViewName, StagedRequest> };
}
