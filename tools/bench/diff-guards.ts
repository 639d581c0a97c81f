import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../../e2e/testing/browser.ts';
import type { Benchmark, Row } from './benchmark.ts';
import { changesPath } from './big-diff.ts';
import { firstView, heapMb, msToAnswer, msUntilLines, openAsRoot, readFiles } from './diff-in-browser.ts';
import type { Lab } from './lab.ts';
import { p75 } from './sampling.ts';
import type { StagedRequest } from './stage.ts';
import { openViewStage, type ViewName, type ViewStage } from './view-stage.ts';

const LINES = 10_000;
/** More would be another question before anything can be read. */
const MOST_REQUESTS = 3;
const PRESS_BUDGET_MS = 50;
const THREADS = 20;

/** Keys with what takes them back, so that each press is answered by a change of what is seen. */
const KEYS = [
  ['j', 'k'],
  [']', '['],
  ['.', ','],
  ['J', 'K'],
  ['n', 'p'],
  ['v', 'v'],
  ['y', 'y'],
  ['F', 'F'],
  ['D', 'D'],
  [':', ';'],
] as const;

/** Threads of all files of the request, for the keys that go from one to the next. */
async function talkOn(lab: Lab, stage: ViewStage, request: StagedRequest): Promise<void> {
  const service = await lab.service();
  const address = `/projects/${stage.id}/merge_requests/${request.iid}`;
  const { diff_refs: refs } = await service.rest<{ diff_refs: Record<string, string> }>('GET', address);
  for (let at = 0; at < THREADS; at++) {
    const path = `lines-${LINES}/part-${String((at % 4) + 1).padStart(4, '0')}.ts`;
    const position = { position_type: 'text', ...refs, old_path: path, new_path: path, new_line: 100 * (at + 1) };
    await service.rest('POST', `${address}/discussions`, { body: `Thread ${at}`, position });
  }
}

/** The first look at these changes, from an empty cache, and what moves until they are there and a screen further down. */
async function look(browser: Browser, visitor: Page, address: string) {
  const { origin: baseURL } = new URL(visitor.url());
  const storageState = await visitor.context().storageState();
  const context = await browser.newContext({ baseURL, storageState, viewport: { width: 1440, height: 900 } });
  try {
    return await firstView(await context.newPage(), address);
  } finally {
    await context.close();
  }
}

/**
 * What holds for the changes whatever else they are compared with, in Chromium at 1440 × 900: nothing moves (÷ one screen
 * that moves by its own height), requests before the first lines can be seen ÷ 3, the p75 of each key at 10,000 lines
 * with 20 threads ÷ 50 ms, of which the slowest counts, and memory with 5,000 files that were read for a minute, or all
 * where that is enough, ÷ with ten.
 */
async function measureIn(browser: Browser, lab: Lab): Promise<Row[]> {
  const stage = await openViewStage(lab);
  const service = await lab.service();
  const at = (name: ViewName) => changesPath(stage, stage.requests[name], 'diffs');
  const page = await openAsRoot(browser, service);
  const shifts: Record<string, number> = {};
  let asked: readonly string[] = [];
  for (const name of ['lines-10000', 'files-5000'] as const) {
    const view = await look(browser, page, at(name));
    shifts[name] = view.layoutShift;
    if (view.asked.length > asked.length) asked = view.asked;
  }

  await page.goto(at('files-10'));
  await msUntilLines(page, null, 200);
  const heapFew = await heapMb(page);
  await page.goto(at('files-5000'));
  await msUntilLines(page, null, 2_000);
  const heapFirst = await heapMb(page);
  const reading = await readFiles(page);
  shifts['while files are read'] = reading.shift;
  const heapRead = await heapMb(page);

  await talkOn(lab, stage, stage.requests['lines-10000']);
  await page.goto(at('lines-10000'));
  await msUntilLines(page, null, LINES);
  const keys: Record<string, number> = {};
  for (const pair of KEYS) {
    const taken = await msToAnswer(page, pair, lab.rounds(10));
    for (const key of new Set(pair)) keys[key] = p75(taken[key] ?? []);
  }
  await page.context().close();

  return [
    {
      id: 'GUARDS',
      what: 'layout shift of the changes, first view and a minute of reading 5,000 files ÷ a screen',
      unit: 'screens',
      ours: Math.max(...Object.values(shifts)),
      reference: 1,
      goal: 0,
      details: shifts,
    },
    {
      id: 'GUARDS',
      what: 'requests before the first lines can be seen ÷ 3',
      unit: 'requests',
      ours: asked.length,
      reference: MOST_REQUESTS,
      goal: 1,
      details: { asked: asked.map((path) => path.replace(/.*[/]/, '')).join(' ') },
    },
    {
      id: 'GUARDS',
      what: 'script memory with 5,000 files, read for a minute ÷ with 10',
      unit: 'MB',
      ours: heapRead,
      reference: heapFew,
      goal: 3,
      details: {
        'before they were read': heapFirst,
        'files that were read': reading.files,
        'ms for three screens, p75': p75(reading.steps),
      },
    },
    {
      id: 'GUARDS',
      what: 'each key at 10,000 lines until the next frame, p75 of the slowest ÷ 50 ms',
      unit: 'ms',
      ours: Math.max(...Object.values(keys)),
      reference: PRESS_BUDGET_MS,
      goal: 1,
      details: keys,
    },
  ];
}

async function measure(lab: Lab): Promise<Row[]> {
  const browser = await openBrowser({ isMeasured: true });
  try {
    return await measureIn(browser, lab);
  } finally {
    await browser.close();
  }
}

export const diffGuards: Benchmark = { id: 'GUARDS', measure };
