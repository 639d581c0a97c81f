import { parentPort } from 'node:worker_threads';
import { schedstatPath, threadCpuMs } from '../../../platform/markup/thread-time.ts';
import type { WorkerMessage } from '../../../platform/markup/worker-pool.ts';
import { parseCodeQuality } from './parse-code-quality.ts';
import { parseCoverage } from './parse-coverage.ts';
import { parseJunit } from './parse-junit.ts';
import { parseMetrics } from './parse-metrics.ts';
import { reportText } from './report-text.ts';
import type { ReportAnswer, ReportTask } from './read-in-worker.ts';
import { ReportRefused } from './report-refused.ts';
import { resolveReportPaths } from './resolve-report-paths.ts';

/** The module of a worker thread: one report in, what it contains out. */
const port = parentPort;
if (!port) throw new Error('report-worker.ts runs in a worker thread only');

port.on('message', (task: ReportTask) => void answer(task));
post({ type: 'ready', cpuMs: threadCpuMs(), place: schedstatPath() });

async function answer(task: ReportTask): Promise<void> {
  try {
    post({ type: 'answer', answer: await read(task), cpuMs: threadCpuMs() });
  } catch (error) {
    if (error instanceof ReportRefused) {
      post({ type: 'answer', answer: { kind: 'refused', reason: error.message }, cpuMs: threadCpuMs() });
    } else {
      post({ type: 'error', message: error instanceof Error ? error.message : String(error), cpuMs: threadCpuMs() });
    }
  }
}

async function read(task: ReportTask): Promise<ReportAnswer> {
  const bytes = Buffer.from(task.bytes);
  if (task.kind === 'junit') return { kind: 'junit', cases: await parseJunit(bytes) };
  if (task.kind === 'codequality') return { kind: 'codequality', findings: parseCodeQuality(bytes) };
  if (task.kind === 'json') return { kind: 'json', value: parseJson(bytes) };
  if (task.kind === 'metrics') return { kind: 'metrics', metrics: parseMetrics(bytes) };
  return { kind: 'coverage', files: resolveReportPaths(await parseCoverage(bytes), task.paths) };
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(reportText(bytes));
  } catch (error) {
    if (error instanceof SyntaxError) throw new ReportRefused('The report is not valid JSON.');
    throw error;
  }
}

function post(message: WorkerMessage<ReportAnswer>): void {
  port?.postMessage(message);
}
