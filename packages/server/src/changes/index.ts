/**
 * Owns the changes of merge requests: comparisons, their stored indexes, positions of threads, viewed files, reports.
 * Start with `diffs/diff-range.ts` (what is compared) and `diffs/ensure-index.ts` (how it is read).
 */
export { contextCommits, OFFERED_COMMITS } from './context-commits/reads/context-commits.ts';
export { keyOfVersion } from './diffs/comparison-keys.ts';
export { findRange } from './diffs/diff-range.ts';
export { findOpenedDiff, openDiff } from './diffs/ensure-index.ts';
export type { OpenedDiff } from './diffs/opened-diff.ts';
export { outdatedLines } from './diffs/outdated-lines.ts';
export { positionOfCode } from './diffs/position-of-code.ts';
export { diffStats, type FileStat } from './diffs/reads/diff-stats.ts';
export { editingOf } from './diffs/reads/file-context.ts';
export { readingOrder } from './diffs/reads/reading-order.ts';
export { openPositions, resolvePosition } from './diffs/resolve-position.ts';
export { type Changes, changesBetween } from './diffs/tracing/changes-between.ts';
export { comparedPipelines } from './reports/reads/compared-pipelines.ts';
export { qualityComparison } from './reports/reads/quality-report.ts';
export { securityComparison } from './reports/reads/tool-report.ts';
export { reportWidgets } from './reports/reads/report-widgets.ts';
export { reportsPart } from './reports/reads/report-status.ts';
export { findDiffIndex, firstIndexedAt, hasDiffIndex } from './store/diff-indexes.ts';
export { reviewPart } from './viewed-files/reads/review-part.ts';
