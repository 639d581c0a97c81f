import type { DiffFileSummary } from '@tributary/contract/merge-requests/diffs.ts';
import type { QualityFinding } from '@tributary/contract/merge-requests/reports.ts';
import { SeverityBadge } from '../../../ui/severity-badge.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { PathText } from '../../../ui/path-text.tsx';
import { bySeverity, SEVERITIES } from './quality-annotations.ts';
import { type VisibleFindings, useFindings } from './reports-context.ts';

function Finding({ finding, file, onLeave }: { finding: QualityFinding; file: DiffFileSummary; onLeave: () => void }) {
  const { label, look } = SEVERITIES[finding.severity];
  return (
    <li className="flex flex-col gap-1 border-b py-3 last:border-b-0">
      <div className="flex items-center gap-2">
        <SeverityBadge severity={look} label={label} />
        <span className="ml-auto text-sm">
          <a href={`#${file.file_hash}_0_${finding.line}`} className="text-accent-fg hover:underline" onClick={onLeave}>
            Line {finding.line}
          </a>
        </span>
      </div>
      <p className="text-sm wrap-anywhere">{finding.description}</p>
    </li>
  );
}

function Findings({ shown, onLeave }: { shown: VisibleFindings; onLeave: () => void }) {
  const { file, line } = shown;
  const all = useFindings(file.new_path);
  const here = all.filter((finding) => line === null || finding.line === line).toSorted(bySeverity);
  const elsewhere = all.filter((finding) => !here.includes(finding)).toSorted(bySeverity);
  const list = (label: string, findings: readonly QualityFinding[]) => (
    <ul aria-label={label}>
      {findings.map((finding, at) => (
        <Finding key={at} {...{ finding, file, onLeave }} />
      ))}
    </ul>
  );
  return (
    <>
      <p className="pb-2 font-mono text-code text-fg-muted wrap-anywhere">
        <PathText path={file.new_path} />
        {line !== null && `:${line}`}
      </p>
      {list('Findings', here)}
      {elsewhere.length > 0 && (
        <>
          <h3 className="pt-4 text-sm font-semibold">Elsewhere in this file</h3>
          {list('Elsewhere in this file', elsewhere)}
        </>
      )}
    </>
  );
}

/** What is wrong on a line or in a file, as it was reported. */
export function FindingsDrawer({ shown, onClose }: { shown: VisibleFindings | null; onClose: () => void }) {
  return (
    <Sheet open={shown !== null} onOpenChange={(isOpen) => !isOpen && onClose()} title="Code quality findings">
      {shown && <Findings shown={shown} onLeave={onClose} />}
    </Sheet>
  );
}
