import { describe, expect, it } from 'vitest';
import { parseArguments } from './run-tests.mjs';
import { sourceFile } from '../checks/sources.mjs';
import { selectTests } from './changed-tests.mjs';
import { hasMemoryFolder } from './memory-folder.mjs';
import { addTo, countFiles, filesToRunAgain, nothing, slowestFiles, summaryLine } from './vitest-results.mjs';

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

describe('tests of a change', () => {
  const sources = Object.entries({
    'packages/server/src/merging/operations/merge.ts': "import { canMerge } from '../rules/can-merge.ts';",
    'packages/server/src/merging/rules/can-merge.ts': '',
    'packages/server/src/merging/merge.test.ts': "import { createTestApp } from '../../testing/test-app.ts';",
    'packages/server/src/merging/rules/can-merge.test.ts': "import { canMerge } from './can-merge.ts';",
    'packages/server/src/app/web.ts': "import '../merging/operations/merge.ts';",
    'packages/server/src/app/app.test.ts': "import './web.ts';",
    'packages/contract/src/states.ts': '',
    'packages/web/src/badge.tsx': "import type { State } from '@tributary/contract/states.ts';",
    'packages/web/src/badge.test.tsx': "import { Badge } from './badge.tsx';",
    'e2e/journeys/merge.test.ts': '',
  }).map(([path, text]) => sourceFile(path, () => text));

  it.each([
    ['packages/server/src/merging/rules/can-merge.ts', ['merging/merge.test.ts', 'merging/rules/can-merge.test.ts']],
    ['packages/server/src/merging/merge.test.ts', ['merging/merge.test.ts']],
    ['packages/contract/src/states.ts', ['badge.test.tsx']],
    ['e2e/journeys/merge.test.ts', ['journeys/merge.test.ts']],
    ['README.md', []],
  ])('%s leads to its folder and its importers, not through the whole product', (changed, expected) => {
    const { tests, omitted } = selectTests(sources, [changed]);
    expect(tests.map((path) => path.replace(/^(packages\/\w+\/src|e2e)\//, ''))).toEqual(expected);
    expect(omitted).toBe(0);
  });

  it('takes the nearest up to the limit', () => {
    const { tests, omitted } = selectTests(sources, ['packages/server/src/merging/rules/can-merge.ts'], 1);
    expect([tests.length, omitted]).toEqual([1, 1]);
  });
});

describe('times', () => {
  it('names the slowest files first', () => {
    const files = [1, 3, 2].map((seconds) => ({ name: `${seconds}`, seconds }));
    expect(slowestFiles(files, 2).map(({ name }) => name)).toEqual(['3', '2']);
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
    for (const name of ['e2e/reliability/kill.test.ts', 'packages/server/test/rest-permissions.test.ts', 'e2e']) {
      expect(filesToRunAgain(files(name))).toEqual([]);
      expect(filesToRunAgain(files('e2e/journeys/a.test.ts', name))).toEqual([]);
    }
  });
});

describe('arguments', () => {
  it('runs everything by default', () => {
    expect(parseArguments([])).toEqual({
      stages: ['check', 'unit', 'web', 'e2e'],
      isFull: false,
      changedSince: undefined,
      vitestArgs: [],
    });
    expect(parseArguments(['--changed'])).toMatchObject({ changedSince: 'HEAD', vitestArgs: [] });
    expect(parseArguments(['--changed=main'])).toMatchObject({ changedSince: 'main' });
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

describe('temporary files in memory', () => {
  const mounts = (options) => `/dev/vda / ext4 rw 0 0\ntmpfs /dev/shm tmpfs ${options} 0 0\n`;
  const room = { freeBytes: 8 * 1024 ** 3, memoryBytes: 8 * 1024 ** 3 };

  it.each([
    ['with room', { ...room, mounts: mounts('rw,relatime') }, true],
    ['where no program may run', { ...room, mounts: mounts('rw,nosuid,nodev,noexec') }, false],
    ['where nothing is mounted', { ...room, mounts: '/dev/vda / ext4 rw 0 0\n' }, false],
    ['of a small container', { ...room, freeBytes: 64 * 1024 ** 2, mounts: mounts('rw') }, false],
    ['without free memory', { ...room, memoryBytes: 1024 ** 3, mounts: mounts('rw') }, false],
  ])('%s', (_name, machine, expected) => {
    expect(hasMemoryFolder(machine)).toBe(expected);
  });
});
