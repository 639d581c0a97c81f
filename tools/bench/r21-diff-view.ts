import type { Browser, Page } from 'playwright-core';
import { openBrowser } from '../../e2e/testing/browser.ts';
import type { Benchmark, Row } from './benchmark.ts';
import { changesPath } from './big-diff.ts';
import { firstView, heapMb, msToComment, msToPress, msUntilLines, openAsRoot } from './diff-in-browser.ts';
import type { Lab } from './lab.ts';
import { type ReferencePages, serveReferencePages } from './reference-pages.ts';
import { median, p75 } from './sampling.ts';
import { openViewStage, type ViewName } from './view-stage.ts';

const LINES = 10_000;
const SCRIPT_BUDGET_MB = 0.15;
const PRESS_BUDGET_MS = 50;

async function onReference<T>(browser: Browser, address: string, work: (page: Page) => Promise<T>) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    await page.goto(address, { waitUntil: 'commit' });
    return await work(page);
  } finally {
    await context.close();
  }
}

/**
 * In Chromium, signed in, at 1440 × 900. R21: from the press on "Changes" until 10,000 lines are there and painted ÷ a page
 * of HTML alone, from its navigation, with as many lines in pieces of `content-visibility`. R22: Enter on a line until
 * its form is painted, at 50,000 lines ÷ at 1,000; and its p75 at 10,000 ÷ 50 ms. R23: memory at 10,000 lines ÷ that of
 * the HTML page; and with 5,000 files ÷ with ten. R24: the same press ÷ one on a page of naive React components.
 */
async function measureIn(browser: Browser, lab: Lab, pages: ReferencePages): Promise<Row[]> {
  const stage = await openViewStage(lab);
  const service = await lab.service();
  const rounds = lab.rounds(10);
  const at = (name: ViewName, place: string) => changesPath(stage, stage.requests[name], place);

  const opened = async (name: ViewName, lines: number) => {
    const page = await openAsRoot(browser, service);
    await page.goto(at(name, 'diffs'));
    await msUntilLines(page, null, lines);
    return page;
  };

  const paints: { ours: number[]; reference: number[] } = { ours: [], reference: [] };
  const page = await openAsRoot(browser, service);
  for (let round = 0; round <= Math.min(rounds, 5); round++) {
    await page.goto(at('lines-10000', '').replace(/\/$/, ''));
    const tab = `a[href$="${at('lines-10000', 'diffs')}"]`;
    await page.locator(tab).first().waitFor();
    const ours = await msUntilLines(page, tab, LINES);
    const reference = await onReference(browser, `${pages.url}/static`, (other) => msUntilLines(other, null, LINES));
    if (round === 0) continue;
    paints.ours.push(ours);
    paints.reference.push(reference);
  }
  await page.context().close();

  const few = await opened('lines-1000', 1_000);
  const presses1k = await msToComment(few, rounds);
  await few.context().close();
  const usual = await opened('lines-10000', LINES);
  const presses10k = await msToComment(usual, rounds);
  const heap10k = await heapMb(usual);
  await usual.context().close();
  const many = await opened('lines-50000', 49_800);
  const presses50k = await msToComment(many, rounds);
  await many.context().close();

  const staticPage = await onReference(browser, `${pages.url}/static`, async (other) => {
    await msUntilLines(other, null, LINES);
    return { heap: await heapMb(other), presses: await msToPress(other, 'tr.dr', rounds) };
  });
  const naive = await onReference(browser, `${pages.url}/naive`, async (other) => {
    await msUntilLines(other, null, LINES);
    return msToPress(other, 'button.number', rounds);
  });

  const fewFiles = await opened('files-10', 200);
  const heapFew = await heapMb(fewFiles);
  await fewFiles.context().close();
  // As far as the page goes by itself.
  const manyFiles = await opened('files-5000', 2_000);
  const heapMany = await heapMb(manyFiles);
  await manyFiles.context().close();

  const visitor = await openAsRoot(browser, service);
  const state = await visitor.context().storageState();
  await visitor.context().close();
  const fresh = await browser.newContext({
    baseURL: service.url,
    storageState: state,
    viewport: { width: 1440, height: 900 },
  });
  const view = await firstView(await fresh.newPage(), at('lines-10000', 'diffs'));
  await fresh.close();

  return [
    {
      id: 'R21',
      what: 'press on Changes to 10,000 painted lines ÷ load of a static page with as many',
      unit: 'ms',
      ours: median(paints.ours),
      reference: median(paints.reference),
      goal: 1,
      stretch: 0.4,
      details: { 'layout shift': view.layoutShift, 'asked before the first lines': view.asked.length },
    },
    {
      id: 'R21',
      what: 'script of the first view, gzip ÷ 150 kB',
      unit: 'MB',
      ours: view.scriptKb / 1_000,
      reference: SCRIPT_BUDGET_MB,
      goal: 1,
    },
    {
      id: 'R22',
      what: 'Enter on a line to its painted form: at 50,000 lines ÷ at 1,000',
      unit: 'ms',
      ours: median(presses50k),
      reference: median(presses1k),
      goal: 1.3,
      stretch: 1.1,
      details: { 'static page at 10,000': median(staticPage.presses) },
    },
    {
      id: 'R22',
      what: 'the same, p75 at 10,000 lines ÷ 50 ms',
      unit: 'ms',
      ours: p75(presses10k),
      reference: PRESS_BUDGET_MS,
      goal: 1,
    },
    {
      id: 'R23',
      what: 'script memory at 10,000 lines ÷ static page',
      unit: 'MB',
      ours: heap10k,
      reference: staticPage.heap,
      goal: 2,
      stretch: 1.2,
    },
    {
      id: 'R23',
      what: 'script memory with 5,000 files ÷ with 10',
      unit: 'MB',
      ours: heapMany,
      reference: heapFew,
      goal: 3,
    },
    {
      id: 'R24',
      what: 'Enter on a line to its form at 10,000 lines ÷ the press on naive React components',
      unit: 'ms',
      ours: median(presses10k),
      reference: median(naive),
      goal: 0.1,
      stretch: 0.03,
    },
  ];
}

async function measure(lab: Lab): Promise<Row[]> {
  const browser = await openBrowser({ isMeasured: true });
  const pages = await serveReferencePages(lab, LINES);
  try {
    return await measureIn(browser, lab, pages);
  } finally {
    await pages.close();
    await browser.close();
  }
}

export const diffView: Benchmark = { id: 'R21', measure };
