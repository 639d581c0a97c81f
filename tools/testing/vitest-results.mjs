/**
 * Counts the results in a report of vitest's JSON reporter.
 * Returns `{ passed, failed, skipped, failures }`; `failures` are names with the file in front.
 * A file that could not be loaded counts as one failure, or it would vanish from the count.
 */
export function countResults(report, rootDir) {
  const counted = { passed: 0, failed: 0, skipped: 0, failures: [] };
  for (const file of report.testResults) {
    const name = file.name.startsWith(`${rootDir}/`) ? file.name.slice(rootDir.length + 1) : file.name;
    let hasFailedTest = false;
    for (const test of file.assertionResults) {
      if (test.status === 'passed') counted.passed += 1;
      else if (test.status === 'failed') {
        hasFailedTest = true;
        counted.failed += 1;
        counted.failures.push(`${name} > ${test.fullName.trim()}`);
      } else counted.skipped += 1;
    }
    if (file.status === 'failed' && !hasFailedTest) {
      counted.failed += 1;
      counted.failures.push(`${name}: ${firstLine(file.message) ?? 'could not be run'}`);
    }
  }
  return counted;
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
