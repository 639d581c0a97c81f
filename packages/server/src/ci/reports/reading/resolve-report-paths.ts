import type { CoveredLines } from '@tributary/contract/ci/commit-reports.ts';
import type { CoverageReport, MeasuredFile } from './parse-coverage.ts';

/** Longer ones are no paths that anyone compares. */
const MAX_PATH_BYTES = 2_000;

function partsOf(path: string): string[] {
  return path
    .replaceAll('\\', '/')
    .split('/')
    .filter((part) => part !== '' && part !== '.');
}

/** Where a name may lie: below each source, and below less and less of it; the longest way first. */
function* placesOf(name: string, sources: readonly string[]): Generator<string> {
  const own = partsOf(name);
  for (const source of sources) {
    const parts = partsOf(source);
    for (let from = 0; from < parts.length; from++) yield [...parts.slice(from), ...own].join('/');
  }
  for (let from = 0; from < own.length; from++) yield own.slice(from).join('/');
}

function byBaseName(paths: readonly string[]): Map<string, string[]> {
  return Map.groupBy(paths, (path) => path.slice(path.lastIndexOf('/') + 1));
}

/** The one file whose path ends so; with several only the one below the module's folder. */
function endingIn({ name, module }: MeasuredFile, byName: ReadonlyMap<string, readonly string[]>): string | undefined {
  const own = partsOf(name).join('/');
  const found = (byName.get(own.slice(own.lastIndexOf('/') + 1)) ?? []).filter(
    (path) => path === own || path.endsWith(`/${own}`),
  );
  if (found.length <= 1) return found[0];
  const inModule = found.filter((path) => module !== null && `/${path}`.includes(`/${module}/`));
  return inModule.length === 1 ? inModule[0] : undefined;
}

/**
 * The measured lines by the paths that the commit has. Reports name files as the machine that measured them saw them; what
 * is not to be found, or may be two, is left out.
 */
export function resolveReportPaths(report: CoverageReport, paths: readonly string[]): Map<string, CoveredLines> {
  const known = new Set(paths);
  const byName = byBaseName(paths);
  const placed = new Map<string, CoveredLines>();
  for (const file of report.files) {
    const path = report.isPartial
      ? endingIn(file, byName)
      : placesOf(file.name, report.sources).find((place) => known.has(place));
    if (path === undefined || Buffer.byteLength(path) > MAX_PATH_BYTES) continue;
    placed.set(path, addLines(placed.get(path), file.lines));
  }
  return placed;
}

/** Hits of the same line add up. */
export function addLines(one: CoveredLines | undefined, other: CoveredLines): CoveredLines {
  if (!one) return other;
  const sum = { ...one };
  for (const [line, hits] of Object.entries(other)) sum[line] = (sum[line] ?? 0) + hits;
  return sum;
}
