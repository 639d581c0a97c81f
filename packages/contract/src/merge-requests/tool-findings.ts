import {
  licenseFile,
  type ReportedLicense,
  SECURITY_SEVERITIES,
  type SecurityFinding,
  securityFile,
} from './tool-reports.ts';
import type { z } from 'zod';

/** The report of a job, as it is read, or why it could not be. */
export type ToolFile = { type: string } & ({ value: unknown } | { failure: string });

/** The files that can be read as this schema says; a report of another form counts as none. */
export function filesOf<S extends z.ZodType, R extends ToolFile>(
  reports: readonly R[],
  schema: S,
): { report: R; file: z.output<S> }[] {
  return reports.flatMap((report) => {
    const parsed = 'value' in report ? schema.safeParse(report.value) : undefined;
    return parsed?.success ? [{ report, file: parsed.data }] : [];
  });
}

/** Licenses of dependencies, with the dependencies. */
export function licensesOf(reports: readonly ToolFile[]): ReportedLicense[] {
  return filesOf(reports, licenseFile).flatMap(({ file }) =>
    file.licenses.map(({ id, name, url }) => ({
      name,
      url: url != null && /^https?:\/\//.test(url) ? url : null,
      dependencies: file.dependencies.flatMap((each) => (each.licenses.includes(id) ? [{ name: each.name }] : [])),
    })),
  );
}

/** `key` tells findings apart, also between pipelines. */
export type KeyedFinding = SecurityFinding & { key: string };

export function securityFindingsOf(reports: readonly ToolFile[]): KeyedFinding[] {
  return filesOf(reports, securityFile).flatMap(({ report: { type }, file: { vulnerabilities } }) =>
    vulnerabilities.map((each): KeyedFinding => {
      const { location, identifiers, severity } = each;
      const name = each.name ?? each.message ?? each.description ?? 'Unnamed finding';
      const [identifier] = identifiers;
      const file = location.file ?? location.image ?? null;
      return {
        key: `${type}\0${identifier?.type ?? ''}\0${identifier?.value ?? name}\0${file ?? ''}\0${name}`,
        report_type: type,
        name,
        severity: SECURITY_SEVERITIES.find((known) => known === severity.toLowerCase()) ?? 'unknown',
        file,
        line: location.start_line ?? null,
      };
    }),
  );
}

/** The worst first, without the keys. */
export function bySeverity(findings: readonly KeyedFinding[]): SecurityFinding[] {
  return findings
    .toSorted((a, b) => SECURITY_SEVERITIES.indexOf(a.severity) - SECURITY_SEVERITIES.indexOf(b.severity))
    .map(({ key: _key, ...finding }) => finding);
}
