import type { Extensions } from '../platform/extensions.ts';
import type { Context } from '../platform/context.ts';
import { defineInvariant, type Problem } from '../platform/verification.ts';
import {
  countJobRows,
  listStoredArtifacts,
  listStoredLogs,
  listTornLogs,
  listWrongJobs,
  type StoredFile,
  type WrongJob,
} from './store/verification-store.ts';

const BATCH = 500;
const MOST_PROBLEMS = 1_000;

/** How long the object is; undefined when it is not there. */
async function sizeOf({ storage }: Context, { objectName }: StoredFile): Promise<number | undefined> {
  const opened = await storage.open(objectName);
  opened?.stream.destroy();
  return opened?.sizeBytes;
}

type List = (db: Context['db'], afterId: number, limit: number) => Promise<StoredFile[]>;

async function checkFiles(ctx: Context, report: (problem: Problem) => void, [list, kind]: [List, string]) {
  let looked = 0;
  for (let afterId = 0; ;) {
    const files = await list(ctx.db, afterId, BATCH);
    for (const file of files) {
      looked += 1;
      afterId = file.id;
      const size = await sizeOf(ctx, file);
      if (size === file.sizeBytes) continue;
      const problem = size === undefined ? 'is missing' : `has ${size} of ${file.sizeBytes} bytes`;
      report({ what: `job ${file.jobId}`, problem: `its ${kind} ${file.objectName} ${problem}` });
    }
    if (files.length < BATCH) return looked;
  }
}

const PROBLEMS: Record<WrongJob['problem'], (status: string) => string> = {
  token: (status) => `it has ended (${status}), but its token is still valid`,
  over: (status) => `it is ${status}, but its pipeline has ended`,
};

export const ciVerify: Extensions = [
  defineInvariant({
    name: 'logs of jobs',
    check: async (ctx, report) => {
      for (const { jobId, storedBytes, chunkBytes } of await listTornLogs(ctx.db, MOST_PROBLEMS)) {
        report({ what: `job ${jobId}`, problem: `its log has ${chunkBytes} of ${storedBytes} bytes` });
      }
      return checkFiles(ctx, report, [listStoredLogs, 'log']);
    },
  }),
  defineInvariant({
    name: 'artifacts of jobs',
    check: (ctx, report) => checkFiles(ctx, report, [listStoredArtifacts, 'artifact']),
  }),
  defineInvariant({
    name: 'jobs and their pipelines',
    check: async (ctx, report) => {
      for (const { jobId, status, problem } of await listWrongJobs(ctx.db, MOST_PROBLEMS)) {
        report({ what: `job ${jobId}`, problem: PROBLEMS[problem](status) });
      }
      return countJobRows(ctx.db);
    },
  }),
];
