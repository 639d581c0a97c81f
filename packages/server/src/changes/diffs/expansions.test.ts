import type { DiffsBatch, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import type { PageDiffLine } from '@tributary/contract/discussions/page.ts';
import { splitLines } from '@tributary/git';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createUser, type TestUser } from '../../accounts/testing.ts';
import { createProject } from '../../projects/testing.ts';
import { createMergeRequest } from '../../merge-requests/testing.ts';

type Golden = { before: string; after: string; steps: readonly string[] };

const lines = (count: number) => Array.from({ length: count }, (_unused, at) => `line ${at + 1}`);
const ended = (all: readonly string[], end = '\n') => all.map((line) => line + end).join('');

/** Lines 20 and 100 are others, two are new after 60, line 80 is gone. */
const SEVERAL = lines(120)
  .with(19, 'other 20')
  .with(99, 'other 100')
  .toSpliced(79, 1)
  .toSpliced(60, 0, 'new a', 'new b');

/**
 * What is asked for, as the page asks: steps of twenty from either end of a gap, or all of it. What comes is kept beside this
 * in `golden-expansions`; when a change is meant, run with `-u` and read the difference.
 */
const CASES: Record<string, Golden> = {
  'several-hunks': {
    before: ended(lines(120)),
    after: ended(SEVERAL),
    steps: [
      'since=1&to=16',
      'since=24&to=43&bottom=true&unfold=true',
      'since=44&to=57',
      'since=66&to=78&offset=2',
      'since=85&to=97&offset=1&unfold=true',
      'since=105&to=121&offset=1&bottom=true&unfold=true',
    ],
  },
  'start-of-file': {
    before: ended(lines(50)),
    after: ended(lines(50).with(44, 'other')),
    steps: ['since=22&to=41&unfold=true', 'since=2&to=21&unfold=true', 'since=1&to=1&unfold=true', 'since=-9&to=3'],
  },
  'new-lines-at-the-start': {
    before: ended(lines(30)),
    after: ended(['new 1', 'new 2', ...lines(30)]),
    steps: ['since=6&to=25&offset=2&bottom=true&unfold=true', 'since=1&to=4&offset=2&unfold=true'],
  },
  'end-of-file': {
    before: ended(lines(50)),
    after: ended(lines(50).with(4, 'other')),
    steps: [
      'since=9&to=28&bottom=true&unfold=true',
      'since=29&to=48&bottom=true&unfold=true',
      'since=49&to=68&bottom=true&unfold=true',
      'since=51&to=70&bottom=true&unfold=true',
    ],
  },
  overlapping: {
    before: ended(lines(60)),
    after: ended(lines(60).with(4, 'other 5').with(54, 'other 55')),
    steps: [
      'since=9&to=28&bottom=true&unfold=true',
      'since=21&to=40&unfold=true',
      'since=9&to=51&bottom=true',
      'since=51&to=9',
    ],
  },
  'whole-file': {
    before: ended(lines(12)),
    after: ended(['new', ...lines(12).with(11, 'other 12')]),
    steps: ['full=true', 'full=true&offset=1'],
  },
  'no-line-feed-at-the-end': {
    before: ended(lines(30)).trimEnd(),
    after: ended(lines(30).with(4, 'other')).trimEnd(),
    steps: ['since=9&to=28&bottom=true&unfold=true', 'since=29&to=48&bottom=true&unfold=true'],
  },
  'empty-lines-at-the-end': {
    before: `${ended(lines(12))}\n\n`,
    after: `${ended(lines(12).with(0, 'other'))}\n\n`,
    steps: ['since=5&to=24&bottom=true&unfold=true'],
  },
  'carriage-returns': {
    before: ended(lines(20), '\r\n'),
    after: ended(lines(20).with(1, 'other'), '\r\n'),
    steps: ['since=6&to=25&bottom=true&unfold=true'],
  },
  'lone-carriage-returns': {
    before: ended(lines(20).with(11, 'one\rline')),
    after: ended(lines(20).with(1, 'other').with(11, 'one\rline')),
    steps: ['since=10&to=14&bottom=true&unfold=true'],
  },
};

let app: TestApp;
let owner: TestUser;
let files: Map<string, PageDiffFile>;

async function get<T>(url: string): Promise<T> {
  const server = await app.server();
  const { statusCode, body } = await server.inject({ url, headers: owner.headers });
  expect(statusCode, body).toBe(200);
  return JSON.parse(body) as T;
}

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app);
  const sides = (side: 'before' | 'after') =>
    Object.fromEntries(Object.entries(CASES).map(([name, golden]) => [`${name}.txt`, golden[side]]));
  const project = await createProject(app, { owner: owner.user, files: sides('before') });
  const row = await createMergeRequest(app, { project, author: owner, files: sides('after') });
  await app.runJobs();
  const url = `/${project.full_path}/-/merge_requests/${row.iid}/diffs_batch.json?per_page=30`;
  files = new Map((await get<DiffsBatch>(url)).diff_files.map((file) => [file.file_path, file]));
});
afterAll(() => app.close());

const SIGNS: Record<string, string> = { new: '+', old: '-', 'new-nonewline': '+', 'old-nonewline': '-' };

function described({ type, old_line: old, new_line: now, text, meta_data: place }: PageDiffLine): string {
  if (type === 'match') return `${place?.old_pos ?? ''}`.padStart(4) + `${place?.new_pos ?? ''}`.padStart(5) + ' …';
  const sign = SIGNS[type ?? ''] ?? ' ';
  const end = type?.endsWith('nonewline') ? ' (no line feed)' : '';
  return `${`${old ?? ''}`.padStart(4)}${`${now ?? ''}`.padStart(5)} ${sign}${JSON.stringify(text).slice(1, -1)}${end}`;
}

describe('lines that are opened', () => {
  test.each(Object.entries(CASES))('%s', async (name, { before, after, steps }) => {
    const file = files.get(`${name}.txt`);
    const told = [`changes\n${file?.highlighted_diff_lines.map(described).join('\n')}\n`];
    const [oldLines, newLines] = [splitLines(before), splitLines(after)];
    for (const step of steps) {
      const opened = await get<PageDiffLine[]>(`${file?.context_lines_path}&${step}`);
      told.push(`${[step, ...opened.map(described)].join('\n')}\n`);
      if (step.startsWith('full')) continue;
      // The same on both sides, where the numbers say.
      for (const { type, old_line: old, new_line: now, text } of opened) {
        if (type === 'match') continue;
        expect([oldLines[(old ?? 0) - 1], newLines[(now ?? 0) - 1]]).toEqual([text, text]);
      }
    }
    await expect(told.join('\n')).toMatchFileSnapshot(`golden-expansions/${name}.txt`);
  });
});
