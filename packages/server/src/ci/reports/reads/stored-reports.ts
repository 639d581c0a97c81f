import type { Context } from '../../../platform/context.ts';
import { type ArtifactRow, listPipelineReports } from '../../artifacts/store/artifact-store.ts';
import { readReport } from './job-reports.ts';

export type StoredReport = {
  /** The same for files with the same content. */
  contentKey: string;
  /** What it says, or why it cannot be read; undefined where the file is not there any more. */
  read(): Promise<{ value: unknown } | { failure: string } | undefined>;
};

/**
 * The reports of these kinds in pipelines, by the id of the pipeline, with one statement. For checks that say the same to
 * everybody: it does not ask who may read the files.
 */
export async function storedReports(
  ctx: Context,
  pipelineIds: readonly number[],
  types: readonly string[],
): Promise<Map<number, StoredReport[]>> {
  const rows = await listPipelineReports(ctx.db, pipelineIds, types);
  const toReport = (row: ArtifactRow): StoredReport => ({
    contentKey: `${row.type}:${row.format}:${row.sha256.toString('hex')}`,
    read: () => readReport(ctx, row),
  });
  return new Map(
    [...Map.groupBy(rows, (row) => row.pipeline_id)].map(([id, all]) => [id, all.map((row) => toReport(row))]),
  );
}
