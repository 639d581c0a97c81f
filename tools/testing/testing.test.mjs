import { describe, expect, it } from 'vitest';
import { parseArguments } from './run-tests.mjs';
import { addTo, countFiles, filesToRunAgain, nothing, summaryLine } from './vitest-results.mjs';

describe('counting results', () => {
  const report = {
    testResults: [
      {
        name: '/repo/a.test.ts',
        status: 'failed',
        message: '',
        assertionResults: [
          { status: 'passed', fullName: 'a works' },
          { status: 'failed', fullName: ' a breaks' },
          { status: 'pending', fullName: 'a waits' },
        ],
      },
      { name: '/repo/b.test.ts', status: 'failed', message: '\nCannot find module x\n at y', assertionResults: [] },
      { name: '/repo/c.test.ts', status: 'passed', message: '', assertionResults: [] },
    ],
  };

  it('counts tests, and a file that could not be loaded as one failure', () => {
    const total = nothing();
    for (const counted of countFiles(report, '/repo').values()) addTo(total, counted);
    expect(total).toEqual({
      passed: 1,
      failed: 2,
      skipped: 1,
      failures: ['a.test.ts > a breaks', 'b.test.ts: Cannot find module x'],
    });
  });

  it('names skipped tests in the last line only when there are some', () => {
    expect(summaryLine({ passed: 3, failed: 0, skipped: 0 })).toBe('3 passed, 0 failed');
    expect(summaryLine({ passed: 3, failed: 1, skipped: 2 })).toBe('3 passed, 1 failed, 2 skipped');
  });
});

describe('running again', () => {
  const files = (...failed) =>
    new Map([
      ['e2e/journeys/calm.test.ts', { ...nothing(), passed: 3 }],
      ...failed.map((name) => [name, { ...nothing(), passed: 2, failed: 1, failures: [`${name} > breaks`] }]),
    ]);

  it('is for a few journeys that failed', () => {
    const few = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `e2e/journeys/${name}.test.ts`);
    expect(filesToRunAgain(files())).toEqual([]);
    expect(filesToRunAgain(files(...few))).toEqual(few);
    expect(filesToRunAgain(files(...few, 'e2e/journeys/g.test.ts'))).toEqual([]);
  });

  it('is not for what does not hang on a browser, nor for what fails beside it', () => {
    for (const name of ['e2e/reliability/kill.test.ts', 'packages/server/test/doors.test.ts', 'e2e']) {
      expect(filesToRunAgain(files(name))).toEqual([]);
      expect(filesToRunAgain(files('e2e/journeys/a.test.ts', name))).toEqual([]);
    }
  });
});

describe('arguments', () => {
  it('runs everything by default', () => {
    expect(parseArguments([])).toEqual({ stages: ['check', 'unit', 'web', 'e2e'], isFull: false, vitestArgs: [] });
  });

  it('keeps the order of stages, and leaves the checks out when files are named', () => {
    expect(parseArguments(['--only', 'e2e,unit', '--full'])).toMatchObject({ stages: ['unit', 'e2e'], isFull: true });
    expect(parseArguments(['merge.test'])).toMatchObject({
      stages: ['unit', 'web', 'e2e'],
      vitestArgs: ['merge.test'],
    });
  });

  it('refuses an unknown stage', () => {
    expect(() => parseArguments(['--only', 'units'])).toThrow('--only takes check, unit, web, e2e, not units.');
    expect(() => parseArguments(['--only'])).toThrow('--only takes');
  });
});
