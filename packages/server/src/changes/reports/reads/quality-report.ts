import type { QualityComparison, QualityDiffAnswer, QualityError } from '@tributary/contract/merge-requests/reports.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { displayPath, type IndexFile, parsePatch } from '@tributary/git';
import { findingsOf, type ReportedFinding } from '../../../ci/index.ts';
import type { Context } from '../../../platform/context.ts';
import type { DiffRange } from '../../diffs/diff-range.ts';
import type { OpenedDiff } from '../../diffs/opened-diff.ts';
import { eachHunks } from '../../diffs/read-hunks.ts';
import type { MergeRequestAccess } from '../../../merge-requests/index.ts';
import { type ComparedFindings, compareFindings } from '../rules/compare-findings.ts';
import type { ReportAnswer } from './coverage-report.ts';
import { reportStatusOf } from './report-status.ts';

type Findings = { compared: ComparedFindings; hasBase: boolean; refs: { base: string; head: string } };

/** The findings of the newer side beside those of the older one; without a report there, all of them are new. */
async function findingsIn(
  ctx: Context,
  found: MergeRequestAccess,
  { refs: { base_sha: base, head_sha: head } }: DiffRange,
): Promise<ReportAnswer<Findings>> {
  const now = await reportStatusOf(ctx, found, { sha: head, kind: 'codequality' });
  if (now.kind !== 'ready') return now;
  const before = await reportStatusOf(ctx, found, { sha: base, kind: 'codequality' });
  if (before.kind === 'pending' || before.kind === 'failed') return before;
  const hasBase = before.kind === 'ready';
  const compared = compareFindings(
    hasBase ? await findingsOf(ctx, before.reportIds) : [],
    await findingsOf(ctx, now.reportIds),
  );
  return { kind: 'ready', data: { compared, hasBase, refs: { base, head } } };
}

export async function qualityComparison(
  ctx: Context,
  found: MergeRequestAccess,
  range: DiffRange,
): Promise<ReportAnswer<QualityComparison>> {
  const read = await findingsIn(ctx, found, range);
  if (read.kind !== 'ready') return read;
  const { compared, hasBase, refs } = read.data;
  const errors = (findings: readonly ReportedFinding[], sha: string) =>
    findings.map((finding) => toError(ctx, found, finding, sha));
  // What cannot be compared is neither new nor gone.
  const { added, resolved, existing } = hasBase ? compared : { added: [], resolved: [], existing: compared.added };
  return {
    kind: 'ready',
    data: {
      status: !hasBase ? 'not_found' : added.length > 0 ? 'failed' : 'success',
      new_errors: errors(added, refs.head),
      resolved_errors: errors(resolved, refs.base),
      existing_errors: errors(existing, refs.head),
      summary: { total: added.length + existing.length, resolved: resolved.length, errored: added.length },
    },
  };
}

function toError(ctx: Context, { access }: MergeRequestAccess, finding: ReportedFinding, sha: string): QualityError {
  const blob = repositoryPaths.blob(access.project.full_path, sha, finding.path);
  return {
    description: finding.description,
    severity: finding.severity,
    file_path: finding.path,
    line: finding.line,
    web_url: `${ctx.config.url}${blob}#L${finding.line}`,
    engine_name: finding.engine_name,
    fingerprint: finding.fingerprint,
  };
}

/**
 * What the change brought into the files that it changes. Where nothing was reported before it, only what stands on its
 * own lines can be said to be its own.
 */
export async function qualityDiff(
  ctx: Context,
  found: MergeRequestAccess,
  range: DiffRange,
  diff: OpenedDiff,
): Promise<ReportAnswer<QualityDiffAnswer>> {
  const read = await findingsIn(ctx, found, range);
  if (read.kind !== 'ready') return read;
  const { compared, hasBase } = read.data;
  const byPath = Map.groupBy(compared.added, (finding) => finding.path);
  const files = diff.index.files.filter((file) => file.status !== 'deleted' && byPath.has(displayPath(file.newPath)));
  const marks: [string, QualityDiffAnswer['files'][string]][] = [];
  for (const file of files) {
    const there = byPath.get(displayPath(file.newPath)) ?? [];
    const own = hasBase ? there : await onAddedLines(diff, file, there);
    if (own.length === 0) continue;
    const sorted = own.toSorted((one, other) => one.line - other.line);
    marks.push([file.newPath, sorted.map(({ line, description, severity }) => ({ line, description, severity }))]);
  }
  return { kind: 'ready', data: { files: Object.fromEntries(marks) } };
}

/** However many lines a file has: no more than a part of them is in memory. */
async function onAddedLines(
  diff: OpenedDiff,
  file: IndexFile,
  findings: readonly ReportedFinding[],
): Promise<ReportedFinding[]> {
  const wanted = new Set(findings.map(({ line }) => line));
  const added = new Set<number>();
  for await (const { patch } of eachHunks(diff, file)) {
    for (const { type, newLine } of parsePatch(patch).flatMap((hunk) => hunk.lines)) {
      if (type === 'added' && newLine !== null && wanted.has(newLine)) added.add(newLine);
    }
  }
  return findings.filter(({ line }) => added.has(line));
}
