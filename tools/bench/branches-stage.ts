import path from 'node:path';
import { maintainRepository } from '@tributary/git';
import { openCorpus } from './corpus.ts';
import type { Lab } from './lab.ts';
import { git, run } from './processes.ts';
import type { Service } from './service.ts';
import { createProject, remoteUrl, type StagedProject, until } from './stage.ts';
import { importedCommit } from './writing-stage.ts';

/** The corpus with branches that are one commit beside main each, in a project and in a bare repository. */
export type BranchesStage = StagedProject & { bare: string; branches: string[] };

const AT_ONCE = 4;

export async function stageBranches(lab: Lab, name: string, count: number): Promise<BranchesStage> {
  const corpus = await openCorpus(lab);
  const service = await lab.service();
  const project = await createProject(service, name);
  const bare = path.join(await lab.scratch(name), 'bare.git');
  const dir = path.dirname(bare);
  await git(dir, 'clone', '-q', '--bare', '--single-branch', '-b', 'main', `file://${corpus.dir}`, bare);
  const branches = Array.from({ length: count }, (_, at) => `${name}-${at}`);
  const text = branches.map((branch, at) =>
    importedCommit(`refs/heads/${branch}`, 'refs/heads/main^0', `docs/${branch}.md`, at),
  );
  await run('git', ['fast-import', '--quiet'], { cwd: bare, stdin: text.join('\n') });
  await git(bare, 'push', '-q', remoteUrl(service, project.fullPath), 'refs/heads/*:refs/heads/*');
  for (const repository of [bare, project.repository]) await maintainRepository(repository, { mode: 'full' });
  return { ...project, bare, branches };
}

/** A merge request for each branch; their numbers, in the order of the branches, once all can be merged. */
export async function openRequests(service: Service, stage: BranchesStage): Promise<number[]> {
  const iids: number[] = [];
  for (let at = 0; at < stage.branches.length; at += AT_ONCE) {
    const some = stage.branches.slice(at, at + AT_ONCE).map(async (branch) => {
      const body = { source_branch: branch, target_branch: 'main', title: `Bring ${branch}` };
      return (await service.rest<{ iid: number }>('POST', `/projects/${stage.id}/merge_requests`, body)).iid;
    });
    iids.push(...(await Promise.all(some)));
  }
  for (const iid of iids) {
    await until(`!${iid} to be mergeable`, async () => {
      const address = `/projects/${stage.id}/merge_requests/${iid}`;
      return (
        (await service.rest<{ detailed_merge_status: string }>('GET', address)).detailed_merge_status === 'mergeable'
      );
    });
  }
  return iids;
}
