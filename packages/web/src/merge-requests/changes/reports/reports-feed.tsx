import type { CoverageAnswer, QualityDiffAnswer } from '@tributary/contract/merge-requests/reports.ts';
import type { MergeRequestShowPageData } from '@tributary/contract/merge-requests/page.ts';
import type { DiffsMetadata } from '@tributary/contract/merge-requests/diffs.ts';
import { Suspense, useEffect, useMemo, useState } from 'react';
import { isEventOrReconnect, useRealtime } from '../../../lib/realtime.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import type { DiffParams } from '../../queries.ts';
import { useChanges } from '../changes-context.ts';
import { pollCoverage, pollQuality } from './poll-reports.ts';
import { qualityAnnotations } from './quality-annotations.ts';
import { markCoverage } from './mark-coverage.ts';
import type { Reports, VisibleFindings } from './reports-context.ts';

const FindingsDrawer = lazyPart(async () => ({ default: (await import('./findings-drawer.tsx')).FindingsDrawer }));

type Measured = Pick<Reports, 'coverage' | 'quality'>;

/** Asks for what was measured on the shown commit, and again when something else was. */
function useMeasured(
  page: MergeRequestShowPageData,
  params: DiffParams,
  { diff_refs: { head_sha: headSha }, counts_ready: isCompared }: DiffsMetadata,
): Measured {
  const { reports, topic } = page;
  // Which files changed is known for sure once all of them are compared.
  const hasCoverage = isCompared && reports.coverageOf.includes(headSha);
  const hasQuality = isCompared && reports.qualityOf.includes(headSha);
  const [news, setNews] = useState(0);
  useRealtime(topic, (message) => {
    if (isEventOrReconnect('reports.changed', message)) setNews((before) => before + 1);
  });
  // How it is shown makes no difference to what was measured.
  const { view: _view, ...range } = params;
  const name = JSON.stringify(range);
  const asked = useMemo<DiffParams>(() => ({ ...JSON.parse(name), view: 'inline' }), [name]);
  const [coverage, setCoverage] = useState<{ of: object; files: Reports['coverage'] }>();
  const [quality, setQuality] = useState<{ of: object; files: Reports['quality'] }>();
  const { coveragePath, qualityPath } = reports;
  useEffect(() => {
    if (!hasCoverage) return undefined;
    const take = ({ files }: CoverageAnswer) => setCoverage({ of: asked, files });
    return pollCoverage({ path: coveragePath, params: asked, take });
  }, [hasCoverage, coveragePath, asked, news]);
  useEffect(() => {
    if (!hasQuality) return undefined;
    const take = ({ files }: QualityDiffAnswer) => setQuality({ of: asked, files });
    return pollQuality({ path: qualityPath, params: asked, take });
  }, [hasQuality, qualityPath, asked, news]);
  return {
    coverage: coverage?.of === asked ? coverage.files : NOTHING,
    quality: quality?.of === asked ? quality.files : NOTHING,
  };
}

const NOTHING = {};

export type ReportsFeedProps = { page: MergeRequestShowPageData; onReports: (reports: Reports) => void };

/** Asks for what was measured and gives it to the view; shows the findings that someone asks about. */
export default function ReportsFeed({ page, onReports }: ReportsFeedProps) {
  const { params, metadata } = useChanges();
  const { coverage, quality } = useMeasured(page, params, metadata);
  const [shown, setShown] = useState<VisibleFindings | null>(null);
  const reports = useMemo<Reports>(
    () => ({ coverage, quality, show: setShown, markCoverage, qualityMarks: qualityAnnotations }),
    [coverage, quality],
  );
  useEffect(() => onReports(reports), [reports, onReports]);
  // Needed with the first look at a finding; it stays then, so that it can close by itself.
  const [isNeeded, setNeeded] = useState(false);
  if (shown !== null && !isNeeded) setNeeded(true);
  const hasFindings = Object.keys(quality).length > 0;
  useEffect(() => {
    if (hasFindings) void FindingsDrawer.preload();
  }, [hasFindings]);
  return isNeeded ? (
    <Suspense fallback={null}>
      <FindingsDrawer shown={shown} onClose={() => setShown(null)} />
    </Suspense>
  ) : null;
}
