import path from 'node:path';
import type { Benchmark, Row } from './benchmark.ts';
import { BROWSER, changesPath } from './big-diff.ts';
import { successBody } from './http-client.ts';
import type { Lab } from './lab.ts';
import { git } from './processes.ts';
import { timed } from './sampling.ts';
import { openViewStage } from './view-stage.ts';

type Shown = { diff_files: { file_hash: string; is_highlighted: boolean }[] };

/** Until what is done behind a reader's back is over. */
const REST_MS = 1_000;

/**
 * R25: what colours add to the first answer with the lines of five files nobody has seen (asked for the first time, less
 * the same once all colours are known) ÷ `git diff` of these files. R26: colours of a file that are known ÷ the same made
 * anew. Known ones are asked for as a browser asks, compressed as they are kept, and when what is done behind a reader's back is
 * over; those made anew without, so that no compressing is counted in the reference.
 */
async function measure(lab: Lab): Promise<Row[]> {
  const stage = await openViewStage(lab);
  const service = await lab.service();
  const at = (name: string) => changesPath(stage, stage.requests.colours, name);
  const get = async (name: string, headers: Record<string, string> = {}) =>
    successBody(await service.client.request('GET', at(name), { headers }), name);
  const batch = 'diffs_batch.json?page=0&per_page=5';
  let first = '';
  const coldMs = await timed(async () => {
    first = (await get(batch)).toString();
  });
  const { diff_files: files } = JSON.parse(first) as Shown;
  const late = files.filter((file) => !file.is_highlighted);
  const colours = (hash: string, headers = {}) => get(`diffs_highlight.json?file_hash=${hash}`, headers);
  const made: number[] = [];
  for (const file of late) made.push(await timed(() => colours(file.file_hash)));
  const known: number[] = [];
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  for (const file of files) known.push(await timed(() => colours(file.file_hash, BROWSER)));
  const warmMs = Math.min(await timed(() => get(batch)), await timed(() => get(batch)));
  const repository = path.resolve(stage.repository);
  const diffMs = await timed(() => git(repository, 'diff', '-M', 'main...colours'));
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  const rows: Row[] = [
    {
      id: 'R25',
      what: 'what colours add to the first answer of five new files ÷ git diff of them',
      unit: 'ms',
      ours: Math.max(coldMs - warmMs, 0),
      reference: diffMs,
      goal: 0.5,
      stretch: 0,
      details: { 'first answer': coldMs, 'known answer': warmMs, 'files coloured later': late.length },
    },
  ];
  const what = 'colours of a file that are known ÷ made anew';
  if (made.length === 0) rows.push({ id: 'R26', what, skipped: 'all files were coloured within the first answer' });
  else {
    const [ours, reference] = [sum(known) / known.length, sum(made) / made.length];
    rows.push({ id: 'R26', what, unit: 'ms', ours, reference, goal: 0.02 });
  }
  return rows;
}

export const lateColours: Benchmark = { id: 'R25', measure };
