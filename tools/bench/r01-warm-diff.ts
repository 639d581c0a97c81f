import type { Benchmark, Row } from './benchmark.ts';
import { BROWSER, filesIn, readUntilCached, readFullDiff, streamPath, rawDiffPath } from './big-diff.ts';
import { openCorpus } from './corpus.ts';
import type { Lab } from './lab.ts';
import { openLeanReader } from './lean-reader.ts';
import { run } from './processes.ts';
import { sampleInterleaved, timed } from './sampling.ts';
import { openStage, type StagedProject, type StagedRequest } from './stage.ts';

/**
 * R1: the whole big diff again ÷ `git diff -M` of the same in the same repository. Once as clients of the API get it, as one
 * compressed text; once as pages get it, all files with their lines as JSON in one compressed answer. Both are read by a
 * program that keeps nothing of them. Beside it the way of clients that page: names of all files and every batch of lines,
 * one request after the other with the most files a batch may have.
 */
async function measure(lab: Lab): Promise<Row[]> {
  const stage = await openStage(lab);
  const corpus = await openCorpus(lab);
  return warmRows(lab, stage, stage.big, { range: 'main...big', hunkLines: corpus.bigHunkLines, name: 'big diff' });
}

export async function warmRows(
  lab: Lab,
  project: StagedProject,
  request: StagedRequest,
  facts: { range: string; hunkLines: number; name: string },
): Promise<Row[]> {
  const service = await lab.service();
  const byGit = () => timed(() => run('git', ['diff', '-M', facts.range], { cwd: project.repository }));
  const oneAnswer = async (address: string) => {
    const known = await readUntilCached(service, address);
    const reader = openLeanReader(service.url, address, 1, { ...BROWSER, 'private-token': service.token });
    try {
      return { ...(await sampleInterleaved(lab.rounds(15), () => timed(() => reader.ask()), byGit)), ...known };
    } finally {
      reader.close();
    }
  };
  const { packed: textBytes, text: _text, ...text } = await oneAnswer(rawDiffPath(project, request));
  const { packed: streamBytes, text: streamed, ...stream } = await oneAnswer(streamPath(project, request));
  // What was sent before its colours were there is finished behind the first reader's back.
  await readFullDiff(service, project, request);
  let read = { files: 0, bytes: 0 };
  const batches = await sampleInterleaved(
    lab.rounds(9),
    () => timed(async () => (read = await readFullDiff(service, project, request))),
    byGit,
  );
  const goals = { unit: 'ms', goal: 0.02, stretch: 0.005 } as const;
  const size = { files: read.files, 'hunk lines': facts.hunkLines };
  const files = filesIn(streamed);
  if (files !== read.files) throw new Error(`the one answer has ${files} of ${read.files} files`);
  return [
    {
      id: 'R1',
      what: `whole ${facts.name}, warm, as one text ÷ git diff -M`,
      ...text,
      ...goals,
      details: { ...size, 'answered (MB)': textBytes / 1e6 },
    },
    {
      id: 'R1',
      what: `whole ${facts.name}, warm, files and lines in one answer ÷ git diff -M`,
      ...stream,
      ...goals,
      details: { ...size, 'answered (MB)': streamBytes / 1e6, 'unpacked (MB)': streamed.length / 1e6 },
    },
    {
      id: 'R1',
      what: `whole ${facts.name}, warm, all batches one after the other ÷ git diff -M`,
      ...batches,
      ...goals,
      details: { ...size, 'answered (MB)': read.bytes / 1e6 },
    },
  ];
}

export const warmDiff: Benchmark = { id: 'R1', measure };
