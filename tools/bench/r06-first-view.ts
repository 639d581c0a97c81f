import type { Benchmark, Row } from './benchmark.ts';
import { changesPath } from './big-diff.ts';
import { CGIT_MISSING, openCgit } from './cgit.ts';
import { successBody } from './http-client.ts';
import type { Lab } from './lab.ts';
import { git } from './processes.ts';
import { median, timed } from './sampling.ts';
import { openStage, type StagedRequest } from './stage.ts';

const WHAT = 'changes page of a big diff with its first files in colours ÷ the same diff in cgit, plain';
/** As many files as the page asks for first. */
const FIRST_BATCH = 5;

type Shown = { file_hash: string; is_highlighted: boolean };

/**
 * R6: a user opens the changes of a big merge request nobody looked at before (its index was made by the push): the page,
 * the names of all files, the first batch and the colours of its files ÷ cgit's page of the same diff, which has all files
 * and no colours.
 */
async function measure(lab: Lab): Promise<Row[]> {
  const stage = await openStage(lab);
  const askCgit = await openCgit(lab, stage.repository);
  if (!askCgit) return [{ id: 'R6', what: WHAT, skipped: CGIT_MISSING }];
  const service = await lab.service();
  const get = async (address: string) => successBody(await service.client.request('GET', address), address);
  const open = async (request: StagedRequest) => {
    const at = (name: string) => changesPath(stage, request, name);
    await get(at('diffs'));
    await get(at('diffs_metadata.json'));
    const batch = JSON.parse((await get(at(`diffs_batch.json?page=0&per_page=${FIRST_BATCH}`))).toString()) as {
      diff_files: Shown[];
    };
    const bare = batch.diff_files.filter((file) => !file.is_highlighted);
    await Promise.all(bare.map((file) => get(at(`diffs_highlight.json?file_hash=${file.file_hash}`))));
  };
  const ours: number[] = [];
  const reference: number[] = [];
  for (const request of stage.extraBigs) {
    ours.push(await timed(() => open(request)));
    const base = await git(stage.repository, 'merge-base', 'main', request.sourceBranch);
    const query = `id=${await git(stage.repository, 'rev-parse', request.sourceBranch)}&id2=${base}`;
    reference.push(await timed(() => askCgit({ name: 'the diff', path: 'diff/', query })));
  }
  const figures = { ours: median(ours), reference: median(reference) };
  return [{ id: 'R6', what: WHAT, unit: 'ms', ...figures, goal: 1, stretch: 0.5, details: { rounds: ours.length } }];
}

export const firstView: Benchmark = { id: 'R6', measure };
