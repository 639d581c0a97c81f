import type { CoverageAnswer, QualityDiffAnswer, QualityFinding } from '@tributary/contract/merge-requests/reports.ts';
import type { DiffFileSummary, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { createContext, use, useCallback, useMemo } from 'react';
import { NO_GUTTER_BUTTONS } from '../../../ui/diff/chunk-html.ts';
import type { DiffRow } from '../../../ui/diff/diff-row.ts';
import type { qualityAnnotations } from './quality-annotations.ts';
import type { markCoverage } from './mark-coverage.ts';

/** The file whose findings are shown, and the line that was asked about. */
export type VisibleFindings = { file: DiffFileSummary; line: number | null };

/** What other systems measured on the shown commit; empty until it is there. */
export type Reports = {
  coverage: CoverageAnswer['files'];
  quality: QualityDiffAnswer['files'];
  show: (shown: VisibleFindings) => void;
  /** What draws them comes along. */
  markCoverage: typeof markCoverage;
  qualityMarks: typeof qualityAnnotations;
};

const ReportsContext = createContext<Reports | null>(null);
export const ReportsProvider = ReportsContext.Provider;

const NONE: readonly QualityFinding[] = [];

export function useFindings(path: string): readonly QualityFinding[] {
  return use(ReportsContext)?.quality[path] ?? NONE;
}

export function useShowFindings(): Reports['show'] | undefined {
  return use(ReportsContext)?.show;
}

/** The rows with the marks of coverage, where there are any. */
export function useCoveredRows(file: PageDiffFile, rows: readonly DiffRow[]): readonly DiffRow[] {
  const reports = use(ReportsContext);
  const lines = reports?.coverage[file.new_path];
  const mark = reports?.markCoverage;
  return useMemo(() => (lines && mark ? mark(rows, lines) : rows), [rows, lines, mark]);
}

/** Marks in the gutter of lines that became worse; a press shows what is wrong. */
export function useQualityAnnotations(file: PageDiffFile, rows: readonly DiffRow[]) {
  const findings = useFindings(file.new_path);
  const show = useShowFindings();
  const marksOf = use(ReportsContext)?.qualityMarks;
  const marks = useMemo(
    () => (findings.length === 0 ? NO_GUTTER_BUTTONS : (marksOf?.(rows, findings) ?? NO_GUTTER_BUTTONS)),
    [rows, findings, marksOf],
  );
  const onMark = useCallback(
    (_index: number, key: string) => show?.({ file, line: Number(key.replace('quality ', '')) }),
    [show, file],
  );
  return { marks, onMark };
}
