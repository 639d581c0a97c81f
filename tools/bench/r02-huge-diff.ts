import type { Benchmark, Row } from './benchmark.ts';
import { openVersionsCorpus, VERSION_BRANCHES } from './corpus-versions.ts';
import type { Lab } from './lab.ts';
import { git } from './processes.ts';
import { warmRows } from './r01-warm-diff.ts';
import { coldRows } from './r03-cold-diff.ts';
import { createProject, openRequest, remoteUrl, type StagedRequest, waitUntilQuiet } from './stage.ts';

const NAME = 'huge diff';

/**
 * R1 to R4 once more with two published versions of a package, which differ in more than 5,000 files and 500,000 lines.
 */
async function measure(lab: Lab): Promise<Row[]> {
  const corpus = await openVersionsCorpus(lab);
  const service = await lab.service();
  const project = await createProject(service, 'versions');
  await git(corpus.dir, 'push', '-q', remoteUrl(service, project.fullPath), 'refs/heads/*:refs/heads/*');
  const requests: StagedRequest[] = [];
  for (const branch of VERSION_BRANCHES) requests.push(await openRequest(service, project, branch));
  await waitUntilQuiet(service);
  const [first] = requests;
  if (!first) throw new Error('there is no branch to compare');
  const facts = { range: `main...${first.sourceBranch}`, hunkLines: corpus.hunkLines, name: NAME };
  return [...(await coldRows(lab, project, requests, NAME)), ...(await warmRows(lab, project, first, facts))];
}

export const hugeDiff: Benchmark = { id: 'R2', measure };
