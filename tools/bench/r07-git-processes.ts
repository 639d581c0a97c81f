import type { Benchmark, Row } from './benchmark.ts';
import { readFullDiff } from './big-diff.ts';
import { successBody } from './http-client.ts';
import type { Lab } from './lab.ts';
import { coldComparison, gitProcesses, openStage, type StagedRequest, waitUntilQuiet } from './stage.ts';

/**
 * R7: git processes that reading all changes of a merge request starts (names of the files, then every batch of lines), for
 * the one with more than 1,300 files ÷ for the one with 10. Cold is a comparison nobody asked for before and for which no
 * index is made ahead (`coldComparison`); the reader of objects that is kept open per repository was opened by a file page
 * before either. Warm is the same once more, where the goal is that there is none at all: the ratio shown is the
 * number itself.
 */
async function measure(lab: Lab): Promise<Row[]> {
  const stage = await openStage(lab);
  const service = await lab.service();
  await waitUntilQuiet(service);
  const started = async (request: StagedRequest) => {
    const blob = `/-/page/${stage.fullPath}/-/blob/big-1/docs/extra-1.md`;
    successBody(await service.client.request('GET', blob), blob);
    const query = await coldComparison(service, stage, request);
    const before = await gitProcesses(service);
    const { files } = await readFullDiff(service, stage, request, { query });
    return { files, processes: (await gitProcesses(service)) - before };
  };
  const coldBig = await started(stage.big);
  const coldSmall = await started(stage.small);
  const warmBig = await started(stage.big);
  const warmSmall = await started(stage.small);
  const sizes = { 'files of the big one': coldBig.files, 'files of the small one': coldSmall.files };
  const what = 'git processes per reading of all changes';
  const cold: Row = {
    id: 'R7',
    what: `${what}, cold: big ÷ small merge request`,
    unit: 'processes',
    ours: coldBig.processes,
    reference: coldSmall.processes,
    goal: 1,
    details: sizes,
  };
  const warm: Row = {
    id: 'R7',
    what: `${what}, warm: big merge request (small beside it)`,
    unit: 'processes',
    ours: warmBig.processes,
    reference: warmSmall.processes,
    ratio: warmBig.processes,
    goal: 0,
    details: sizes,
  };
  return [cold, warm];
}

export const gitProcessesPerRequest: Benchmark = { id: 'R7', measure };
