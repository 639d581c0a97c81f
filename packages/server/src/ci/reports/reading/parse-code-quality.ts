import { FINDING_SEVERITIES, type FindingSeverity } from '@tributary/contract/ci/commit-reports.ts';
import { z } from 'zod';
import { ReportRefused } from './report-refused.ts';
import { reportText } from './report-text.ts';

export type Finding = {
  path: string;
  line: number;
  severity: FindingSeverity;
  fingerprint: string;
  description: string;
  engineName: string | null;
};

const MAX_FINDINGS = 20_000;
const MAX_DESCRIPTION = 4_000;

const line = z.int().min(1).max(10_000_000);
const entry = z.object({
  description: z.string().min(1),
  fingerprint: z.string().min(1).max(512),
  severity: z.string().optional().catch(undefined),
  engine_name: z.string().max(255).optional().catch(undefined),
  location: z.object({
    path: z.string().min(1).max(2_000),
    lines: z.object({ begin: line }).optional(),
    positions: z.object({ begin: z.object({ line }) }).optional(),
  }),
});

const isSeverity = (text: string | undefined): text is FindingSeverity =>
  (FINDING_SEVERITIES as readonly (string | undefined)[]).includes(text);

const cleaned = (text: string) => text.replaceAll('\0', '');

function findingOf(value: unknown, at: number): Finding {
  const read = entry.safeParse(value);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw new ReportRefused(`Entry ${at + 1} is not valid: ${[...(issue?.path ?? [])].join('.') || 'not an object'}.`);
  }
  const { description, fingerprint, severity, engine_name: engineName, location } = read.data;
  const number = location.lines?.begin ?? location.positions?.begin.line;
  if (number === undefined) throw new ReportRefused(`Entry ${at + 1} is not valid: location.lines.`);
  return {
    path: cleaned(location.path).replace(/^(\.\/)+/, ''),
    line: number,
    severity: isSeverity(severity) ? severity : 'unknown',
    fingerprint: cleaned(fingerprint),
    description: cleaned(description).slice(0, MAX_DESCRIPTION),
    engineName: engineName === undefined ? null : cleaned(engineName),
  };
}

/** Reads a report in the format of Code Climate; the last of several with one fingerprint counts. */
export function parseCodeQuality(bytes: Buffer): Finding[] {
  let entries: unknown;
  try {
    entries = JSON.parse(reportText(bytes));
  } catch (error) {
    if (error instanceof ReportRefused) throw error;
    throw new ReportRefused('The report is not valid JSON.');
  }
  if (!Array.isArray(entries)) throw new ReportRefused('The report is not a list of findings.');
  if (entries.length > MAX_FINDINGS) throw new ReportRefused(`The report has more than ${MAX_FINDINGS} findings.`);
  const findings = entries.map(findingOf);
  return [...new Map(findings.map((finding) => [finding.fingerprint, finding])).values()];
}
