/**
 * Counts the results in a report of vitest's JSON reporter.
 * Returns a map of file names to `{ passed, failed, skipped, failures, seconds }`; `failures` are names with the file in
 * front.
 * A file that could not be loaded counts as one failure, or it would vanish from the count.
 */
export function countFiles(report, rootDir) {
  return new Map(
    report.testResults.map((file) => {
      const name = file.name.startsWith(`${rootDir}/`) ? file.name.slice(rootDir.length + 1) : file.name;
      return [name, countFile(name, file)];
    }),
  );
}

function countFile(name, file) {
  const counted = { ...nothing(), seconds: secondsOf(file) };
  for (const test of file.assertionResults) {
    if (test.status === 'passed') counted.passed += 1;
    else if (test.status === 'failed') {
      counted.failed += 1;
      counted.failures.push(`${name} > ${test.fullName.trim()}`);
    } else counted.skipped += 1;
  }
  if (file.status === 'failed' && counted.failed === 0) {
    counted.failed += 1;
    counted.failures.push(`${name}: ${firstLine(file.message) ?? 'could not be run'}`);
  }
  return counted;
}

function secondsOf({ startTime, endTime }) {
  return startTime !== undefined && endTime > startTime ? (endTime - startTime) / 1000 : 0;
}

/** The `count` files of `[{ name, seconds }]` that took longest, longest first. */
export function slowestFiles(files, count) {
  return files.toSorted((a, b) => b.seconds - a.seconds).slice(0, count);
}

/** A count of no test at all: `{ passed, failed, skipped, failures }`. */
export const nothing = () => ({ passed: 0, failed: 0, skipped: 0, failures: [] });

/** Adds `counted` to `total`. */
export function addTo(total, counted) {
  for (const key of ['passed', 'failed', 'skipped']) total[key] += counted[key];
  total.failures.push(...counted.failures);
}

/** How many files may be run again: more of them at once are not a busy machine. */
const MOST_FILES_AGAIN = 6;

/**
 * The files of browser journeys that failed and may have failed for what ran beside them.
 * Empty when anything else failed as well, or too many: then nothing is run again.
 */
export function filesToRunAgain(files) {
  const failed = [...files].filter(([, counted]) => counted.failed > 0).map(([name]) => name);
  const isUnclear = failed.length <= MOST_FILES_AGAIN && failed.every((name) => name.startsWith('e2e/journeys/'));
  return isUnclear ? failed : [];
}

const firstLine = (text) =>
  text
    ?.split('\n')
    .find((line) => line.trim() !== '')
    ?.trim();

/** The last line of a test run. */
export function summaryLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
