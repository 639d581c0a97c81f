import type { CoveredLines } from '@tributary/contract/ci/commit-reports.ts';
import { WorkerFailure, WorkerPool } from '../../../platform/markup/worker-pool.ts';
import type { Finding } from './parse-code-quality.ts';
import type { Metric } from './parse-metrics.ts';
import type { TestCase } from '@tributary/contract/ci/test-reports.ts';
import { ReportRefused } from './report-refused.ts';

export type ReportTask =
  | { kind: 'junit'; bytes: Uint8Array }
  | { kind: 'codequality'; bytes: Uint8Array }
  | { kind: 'json'; bytes: Uint8Array }
  | { kind: 'metrics'; bytes: Uint8Array }
  /** `paths`: files of the commit, which the names in the report are compared with. */
  | { kind: 'coverage'; bytes: Uint8Array; paths: readonly string[] };

export type ReportAnswer =
  | { kind: 'junit'; cases: TestCase[] }
  | { kind: 'codequality'; findings: Finding[] }
  | { kind: 'coverage'; files: Map<string, CoveredLines> }
  | { kind: 'json'; value: unknown }
  | { kind: 'metrics'; metrics: Metric[] }
  | { kind: 'refused'; reason: string };

/** CPU time for a report of the largest size, several times over. */
const REPORT_CPU_MS = 20_000;
const HEAP_MB = 1_024;

let pool: WorkerPool<ReportTask, ReportAnswer> | undefined;

export async function readTests(bytes: Uint8Array): Promise<TestCase[]> {
  const answer = await readInWorker({ kind: 'junit', bytes });
  return answer.kind === 'junit' ? answer.cases : [];
}

export async function readFindings(bytes: Uint8Array): Promise<Finding[]> {
  const answer = await readInWorker({ kind: 'codequality', bytes });
  return answer.kind === 'codequality' ? answer.findings : [];
}

/** A report of another tool, which its reader has still to look through. */
export async function readJson(bytes: Uint8Array): Promise<unknown> {
  const answer = await readInWorker({ kind: 'json', bytes });
  return answer.kind === 'json' ? answer.value : null;
}

export async function readMetrics(bytes: Uint8Array): Promise<Metric[]> {
  const answer = await readInWorker({ kind: 'metrics', bytes });
  return answer.kind === 'metrics' ? answer.metrics : [];
}

export async function readCoverage(
  bytes: Uint8Array,
  paths: readonly string[],
): Promise<ReadonlyMap<string, CoveredLines>> {
  const answer = await readInWorker({ kind: 'coverage', bytes, paths });
  return answer.kind === 'coverage' ? answer.files : new Map();
}

/** Requests are answered while a large report is read. Throws ReportRefused for one that cannot be read. */
async function readInWorker(task: ReportTask): Promise<ReportAnswer> {
  pool ??= new WorkerPool({
    module: new URL('./report-worker.ts', import.meta.url),
    maxThreads: 1,
    heapMb: HEAP_MB,
  });
  try {
    const answer = await pool.run(task, { cpuMs: REPORT_CPU_MS });
    if (answer.kind === 'refused') throw new ReportRefused(answer.reason);
    return answer;
  } catch (error) {
    if (error instanceof WorkerFailure && error.reason === 'timeout') {
      throw new ReportRefused('The report takes too long to read. Split it into smaller reports.');
    }
    throw error;
  }
}
