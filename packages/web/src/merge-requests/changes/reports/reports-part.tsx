import type { DiffFileSummary } from '@tributary/contract/merge-requests/diffs.ts';
import { ScanSearch } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { plural } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { useChanges } from '../changes-context.ts';
import { type Reports, ReportsProvider, useFindings, useShowFindings } from './reports-context.ts';
import { readNames } from '../read-names.ts';

const ReportsFeed = lazyPart(() => import('./reports-feed.tsx'));

/** Coverage and code quality of the shown commit, for merge requests. What asks for them is loaded where there are any. */
export function ReportsOfChanges({ children }: { children: ReactNode }) {
  const { mergeRequest: page, metadata } = useChanges();
  const [reports, setReports] = useState<Reports | null>(null);
  const head = metadata.diff_refs.head_sha;
  const measured = page?.reports;
  const isMeasured = measured?.coverageOf.includes(head) === true || measured?.qualityOf.includes(head) === true;
  // It stays, so that what it is about to tell or show is not cut off.
  const [isNeeded, setNeeded] = useState(isMeasured);
  if (isMeasured && !isNeeded) setNeeded(true);
  return (
    <ReportsProvider value={reports}>
      {children}
      {isNeeded && page && (
        <Suspense fallback={null}>
          <ReportsFeed page={page} onReports={setReports} />
        </Suspense>
      )}
    </ReportsProvider>
  );
}

/** In the header of a file that became worse. */
export function FindingsBadge({ file }: { file: DiffFileSummary }) {
  const findings = useFindings(file.new_path);
  const show = useShowFindings();
  if (findings.length === 0 || !show) return null;
  return (
    <Button
      size="sm"
      variant="ghost"
      icon={ScanSearch}
      aria-label={`${plural(findings.length, 'code quality finding')} in ${readNames(file).file_path}`}
      onClick={() => show({ file, line: null })}
    >
      {findings.length}
    </Button>
  );
}
