import type { QualityFinding } from '@tributary/contract/merge-requests/reports.ts';
import type { FindingSeverity } from '@tributary/contract/ci/commit-reports.ts';
import { plural } from '../../../lib/format.ts';
import type { GutterButtons } from '../../../ui/diff/chunk-html.ts';
import type { DiffRow, GutterButton } from '../../../ui/diff/diff-row.ts';
import type { Severity } from '../../../ui/severity-badge.tsx';

/** The worst first, with how they look. */
export const SEVERITIES: Record<FindingSeverity, { label: string; look: Severity; tone: GutterButton['tone'] }> = {
  blocker: { label: 'Blocker', look: 'critical', tone: 'failed' },
  critical: { label: 'Critical', look: 'high', tone: 'failed' },
  major: { label: 'Major', look: 'medium', tone: 'warning' },
  minor: { label: 'Minor', look: 'low', tone: 'warning' },
  info: { label: 'Info', look: 'info', tone: 'notice' },
  unknown: { label: 'Unknown', look: 'unknown', tone: 'notice' },
};

const ORDER = Object.keys(SEVERITIES);

export function bySeverity(one: QualityFinding, other: QualityFinding): number {
  return ORDER.indexOf(one.severity) - ORDER.indexOf(other.severity) || one.line - other.line;
}

function markOf(line: number, findings: readonly QualityFinding[]): GutterButton {
  const [worst] = findings.toSorted(bySeverity);
  const { label, tone } = SEVERITIES[worst?.severity ?? 'unknown'];
  const rest =
    findings.length > 1 ? `${plural(findings.length, 'code quality finding')}, highest severity ` : 'Code quality, ';
  return {
    key: `quality ${line}`,
    words: `${rest}${label.toLowerCase()}: ${worst?.description ?? ''}`,
    text: String(findings.length),
    shape: 'square',
    ...(tone && { tone }),
  };
}

/** One mark for each line with findings; a removed line has none. */
export function qualityAnnotations(rows: readonly DiffRow[], findings: readonly QualityFinding[]): GutterButtons {
  const byLine = Map.groupBy(findings, (finding) => finding.line);
  return new Map(
    rows.flatMap((row, index): [number, GutterButton[]][] => {
      const own = row.kind === 'match' || row.newLine === null ? undefined : byLine.get(row.newLine);
      return own ? [[index, [markOf(row.newLine ?? 0, own)]]] : [];
    }),
  );
}
