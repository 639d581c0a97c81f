import type { Benchmark, Row } from './benchmark.ts';
import type { Lab } from './lab.ts';
import { git } from './processes.ts';
import { median, sampleInterleaved, timed } from './sampling.ts';
import { gitProcesses, openRequest, waitUntilQuiet } from './stage.ts';
import { openWritingStage } from './writing-stage.ts';

/**
 * R16: the API call that merges a merge request, until its answer, when the merge commit is what the branch points to
 * (checked in the repository) ÷ the same merge by hand in a bare repository of the same contents: merge-tree, commit-tree
 * and update-ref, three processes.
 */
async function measure(lab: Lab): Promise<Row[]> {
  const stage = await openWritingStage(lab);
  const service = await lab.service();
  const processes: number[] = [];
  const branchOf = (round: number) => stage.mergeable[round] ?? '';
  const mergeOurs = async (round: number) => {
    const { iid } = await openRequest(service, stage, branchOf(round));
    await waitUntilQuiet(service, 200);
    const before = await gitProcesses(service);
    let commit: string | null = null;
    const elapsedMs = await timed(async () => {
      const address = `/projects/${stage.id}/merge_requests/${iid}/merge`;
      commit = (await service.rest<{ merge_commit_sha: string | null }>('PUT', address, {})).merge_commit_sha;
    });
    processes.push((await gitProcesses(service)) - before);
    const tip = await git(stage.repository, 'rev-parse', 'refs/heads/main');
    if (tip !== commit) throw new Error(`main is at ${tip} after the merge that made ${commit}`);
    return elapsedMs;
  };
  const mergeByHand = async (round: number) => {
    const branch = branchOf(round);
    const main = await git(stage.bare, 'rev-parse', 'refs/heads/main');
    return timed(async () => {
      const tree = (await git(stage.bare, 'merge-tree', '--write-tree', 'main', branch)).split('\n')[0] ?? '';
      const message = `Merge branch '${branch}'`;
      const commit = await git(stage.bare, 'commit-tree', '-p', main, '-p', branch, '-m', message, tree);
      await git(stage.bare, 'update-ref', 'refs/heads/main', commit, main);
    });
  };
  const times = await sampleInterleaved(lab.rounds(25), mergeOurs, mergeByHand);
  const what = 'merge by the API ÷ merge-tree + commit-tree + update-ref';
  const details = { 'git processes each, until right after the answer': median(processes) };
  return [{ id: 'R16', what, unit: 'ms', ...times, goal: 2, stretch: 1.3, details }];
}

export const mergeByApi: Benchmark = { id: 'R16', measure };
