import pg from 'pg';
import type { Page } from 'playwright-core';
import { openBrowser } from '../../e2e/testing/browser.ts';
import type { Benchmark, Row } from './benchmark.ts';
import { openAsRoot } from './diff-in-browser.ts';
import type { Lab } from './lab.ts';
import { repeatThread } from './repeat-thread.ts';
import { median } from './sampling.ts';
import { createProject } from './stage.ts';

const NOTES = 5_000;
const LIMIT_MS = 1_000;
const LONG_FRAME_MS = 50;
const STEP_PX = 800;

/** An issue with 5,000 threads, and the id of the note in their middle. */
async function openTalk(lab: Lab): Promise<{ address: string; noteId: number }> {
  const service = await lab.service();
  const project = await createProject(service, 'talk');
  const issues = `/projects/${project.id}/issues`;
  const { iid } = await service.rest<{ iid: number }>('POST', issues, { title: 'Much to talk about' });
  const made = await service.rest<{ id: string; notes: [{ id: number }] }>('POST', `${issues}/${iid}/discussions`, {
    body: 'Remark **1** about `this`',
  });
  const client = new pg.Client(await service.databaseUrl());
  await client.connect();
  try {
    await repeatThread(client, made.id, NOTES);
    const { rows } = await client.query<{ id: string }>(
      'select id from notes where id >= $1 order by id offset $2 limit 1',
      [made.notes[0].id, NOTES / 2],
    );
    return { address: `/${project.fullPath}/-/issues/${iid}`, noteId: Number(rows[0]?.id) };
  } finally {
    await client.end();
  }
}

/** Milliseconds from the navigation until the note has the focus, is in the window whole and painted. */
function msUntilNote(page: Page, noteId: number): Promise<number> {
  return page.evaluate(async (id) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const isThere = () => {
      const active = document.activeElement;
      if (active?.id !== `note_${id}`) return false;
      const { top, bottom } = active.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    };
    while (!isThere()) {
      if (performance.now() > 60_000) throw new Error('waited a minute for the note');
      await frame();
    }
    return performance.now();
  }, noteId);
}

/**
 * Milliseconds from the navigation until all threads are in the page, and the times between frames meanwhile. Counted are
 * those that come: to count all in each frame takes longer than a frame.
 */
function whileAllCome(page: Page, count: number): Promise<{ ms: number; frames: number[] }> {
  return page.evaluate(async (wanted) => {
    const frames: number[] = [];
    let last = performance.now();
    let isOver = false;
    const tick = (now: number) => {
      frames.push(now - last);
      last = now;
      if (!isOver) requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
    const threads = '[id^="thread_"]';
    const countIn = (element: Element | Document) => element.querySelectorAll(threads).length;
    await new Promise<void>((resolve, reject) => {
      let there = countIn(document);
      const observer = new MutationObserver((changes) => {
        for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
          if (node instanceof Element) there += countIn(node) + Number(node.matches(threads));
        if (there >= wanted) resolve();
      });
      observer.observe(document, { childList: true, subtree: true });
      setTimeout(() => reject(new Error('waited two minutes for all threads')), 120_000);
      if (there >= wanted) resolve();
    });
    isOver = true;
    const ms = performance.now();
    if (countIn(document) !== wanted) throw new Error(`${countIn(document)} threads are in the page`);
    return { ms, frames };
  }, count);
}

/** The 99th of a hundred, sorted. */
function p99(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;
}

function frameRow(what: string, frames: readonly number[]): Row {
  return {
    id: 'ACTIVITY',
    what: `${what}: p99 between frames ÷ 50 ms`,
    unit: 'ms',
    ours: p99(frames),
    reference: LONG_FRAME_MS,
    goal: 1,
    details: {
      frames: frames.length,
      'over 50 ms': frames.filter((ms) => ms > LONG_FRAME_MS).length,
      'longest (ms)': Math.max(...frames),
    },
  };
}

/** From the first to the last line in steps, one a frame: the times between frames. */
function scrollThrough(page: Page, step: number): Promise<number[]> {
  return page.evaluate(async (px) => {
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
    window.scrollTo({ top: 0, behavior: 'instant' });
    let last = await frame();
    const taken: number[] = [];
    while (window.scrollY + innerHeight < document.documentElement.scrollHeight - 1) {
      window.scrollBy({ top: px, behavior: 'instant' });
      const now = await frame();
      taken.push(now - last);
      last = now;
    }
    return taken;
  }, step);
}

/** Where the note stands once the frames after the last thread are drawn: in them the browser makes up for what came above. */
function topAtRest(page: Page, noteId: number): Promise<number> {
  return page.evaluate(async (id) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    for (let count = 0; count < 5; count++) await frame();
    return document.getElementById(`note_${id}`)?.getBoundingClientRect().top ?? Number.NaN;
  }, noteId);
}

/**
 * In Chromium, signed in, at 1440 × 900: an issue with 5,000 threads is opened at a link to the one in the middle. From the
 * navigation until that note has the focus and is in the window ÷ one second, and where it stands when all threads are
 * there (0 to 900: still in the window). Then all of it is scrolled through, 800 pixels a frame. Of the times between
 * frames while all others come, and while it is scrolled: the 99th of a hundred ÷ 50 ms.
 */
async function measure(lab: Lab): Promise<Row[]> {
  const { address, noteId } = await openTalk(lab);
  const browser = await openBrowser({ isMeasured: true });
  try {
    const page = await openAsRoot(browser, await lab.service());
    const notes: number[] = [];
    const all: number[] = [];
    const comingFrames: number[] = [];
    const tops: number[] = [];
    for (let round = 0; round <= lab.rounds(5); round++) {
      await page.goto('about:blank');
      await page.goto(`${address}#note_${noteId}`, { waitUntil: 'commit' });
      const ms = await msUntilNote(page, noteId);
      const coming = await whileAllCome(page, NOTES);
      const top = await topAtRest(page, noteId);
      // The first round fetches the scripts.
      if (round === 0) continue;
      notes.push(ms);
      all.push(coming.ms);
      comingFrames.push(...coming.frames);
      tops.push(top);
    }
    const scrollFrames = await scrollThrough(page, STEP_PX);
    const what = 'issue with 5,000 notes in a browser';
    return [
      {
        id: 'ACTIVITY',
        what: `${what}, until the linked one in the middle is in view ÷ 1 s`,
        unit: 'ms',
        ours: median(notes),
        reference: LIMIT_MS,
        goal: 1,
        details: { 'all there (ms)': median(all), 'then from the top of the window (px)': median(tops) },
      },
      frameRow(`${what}, while all others come`, comingFrames),
      frameRow(`${what}, scrolled through`, scrollFrames),
    ];
  } finally {
    await browser.close();
  }
}

export const longActivityInBrowser: Benchmark = { id: 'ACTIVITY-VIEW', measure };
