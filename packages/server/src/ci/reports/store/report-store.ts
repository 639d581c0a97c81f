import type { CoveredLines, ReportKind } from '@tributary/contract/ci/commit-reports.ts';
import type { Selectable } from 'kysely';
import { type Db, sql, type Tx } from '../../../platform/db/database.ts';
import type { Finding } from '../reading/parse-code-quality.ts';
import type { CommitReportTable, JobAccess } from '../tables.ts';

/** Without the file itself. */
export type CommitReportRow = Omit<Selectable<CommitReportTable>, 'source'>;

const COLUMNS = [
  'id',
  'project_id',
  'sha',
  'kind',
  'name',
  'state',
  'failure',
  'size_bytes',
  'entries_count',
  'author_id',
  'job_access',
  'created_at',
  'finished_at',
] as const;

export type ReportKey = { projectId: number; sha: string; kind: ReportKind };

/** Reports of one commit are written one after another. */
export async function lockReports(db: Db | Tx, { projectId, sha }: ReportKey): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`commit_report:${projectId}:${sha}`}, 0))`.execute(db);
}

/** Takes away the one of this name; answers how many others there are of its kind. */
export async function removeReport(db: Db | Tx, key: ReportKey, name: string): Promise<number> {
  await db
    .deleteFrom('commit_reports')
    .where('project_id', '=', key.projectId)
    .where('sha', '=', key.sha)
    .where('kind', '=', key.kind)
    .where('name', '=', name)
    .execute();
  const { count } = await db
    .selectFrom('commit_reports')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('project_id', '=', key.projectId)
    .where('sha', '=', key.sha)
    .where('kind', '=', key.kind)
    .executeTakeFirstOrThrow();
  return count;
}

export function insertReport(
  db: Db | Tx,
  key: ReportKey,
  file: { name: string; source: Buffer; sizeBytes: number; authorId: number | null; jobAccess: JobAccess | null },
): Promise<CommitReportRow> {
  return db
    .insertInto('commit_reports')
    .values({
      project_id: key.projectId,
      sha: key.sha,
      kind: key.kind,
      name: file.name,
      source: file.source,
      size_bytes: file.sizeBytes,
      author_id: file.authorId,
      job_access: file.jobAccess,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** One that is still to be read, with its file. */
export function findUnread(db: Db | Tx, id: number): Promise<Selectable<CommitReportTable> | undefined> {
  return db
    .selectFrom('commit_reports')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .executeTakeFirst();
}

/** Settles one that was still to be read, and forgets its file. False when it was replaced meanwhile. */
export async function finishReport(
  db: Db | Tx,
  id: number,
  result: { state: 'ready'; entries: number } | { state: 'failed'; failure: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('commit_reports')
    .set({
      state: result.state,
      failure: result.state === 'failed' ? result.failure : null,
      entries_count: result.state === 'ready' ? result.entries : 0,
      source: null,
      finished_at: sql<Date>`clock_timestamp()`,
    })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

const ROWS_AT_ONCE = 500;

export async function insertCoverage(
  db: Db | Tx,
  reportId: number,
  files: ReadonlyMap<string, CoveredLines>,
): Promise<void> {
  const rows = [...files].map(([path, lines]) => ({ report_id: reportId, path, lines: JSON.stringify(lines) }));
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    await db
      .insertInto('commit_report_coverage')
      .values(rows.slice(at, at + ROWS_AT_ONCE))
      .execute();
  }
}

export async function insertFindings(db: Db | Tx, reportId: number, findings: readonly Finding[]): Promise<void> {
  const rows = findings.map(({ engineName, ...finding }, position) => ({
    report_id: reportId,
    position,
    ...finding,
    engine_name: engineName,
  }));
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    await db
      .insertInto('commit_report_findings')
      .values(rows.slice(at, at + ROWS_AT_ONCE))
      .execute();
  }
}

/** Reports of a project as one actor may read them: those that were uploaded, and of jobs those with these settings. */
export type ReportScope = { projectId: number; jobAccess: readonly JobAccess[] };

function isIn(scopes: readonly ReportScope[]) {
  return sql<boolean>`(${sql.join(
    scopes.map(
      ({ projectId, jobAccess }) =>
        sql`(project_id = ${projectId} and (job_access is null or job_access = any(${[...jobAccess]}::text[])))`,
    ),
    sql` or `,
  )})`;
}

export function listReports(
  db: Db | Tx,
  key: { scopes: readonly ReportScope[]; sha: string; kind?: ReportKind },
): Promise<CommitReportRow[]> {
  let query = db.selectFrom('commit_reports').select(COLUMNS).where(isIn(key.scopes)).where('sha', '=', key.sha);
  if (key.kind !== undefined) query = query.where('kind', '=', key.kind);
  return query.orderBy('id').execute();
}

/** Which of the commits have reports, and of which kinds. */
export async function listReportedCommits(
  db: Db | Tx,
  scopes: readonly ReportScope[],
  shas: readonly string[],
): Promise<{ sha: string; kind: ReportKind }[]> {
  if (shas.length === 0) return [];
  return db
    .selectFrom('commit_reports')
    .select(['sha', 'kind'])
    .distinct()
    .where(isIn(scopes))
    .where('sha', '=', sql<string>`any(${[...shas]}::text[])`)
    .execute();
}

export function listCoverage(
  db: Db | Tx,
  reportIds: readonly number[],
  paths: readonly string[],
): Promise<{ path: string; lines: CoveredLines }[]> {
  return db
    .selectFrom('commit_report_coverage')
    .select(['path', 'lines'])
    .where('report_id', 'in', [...reportIds])
    .where('path', '=', sql<string>`any(${[...paths]}::text[])`)
    .orderBy('report_id')
    .execute();
}

export function listFindings(db: Db | Tx, reportIds: readonly number[]) {
  return db
    .selectFrom('commit_report_findings')
    .select(['path', 'line', 'severity', 'fingerprint', 'description', 'engine_name'])
    .where('report_id', 'in', [...reportIds])
    .orderBy('report_id')
    .orderBy('position')
    .execute();
}

export async function deleteReportsBefore(db: Db | Tx, before: Date): Promise<void> {
  await db.deleteFrom('commit_reports').where('created_at', '<', before).execute();
}
