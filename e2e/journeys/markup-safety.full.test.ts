import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { xssCorpus } from '../../packages/server/src/platform/markup/testing/xss-corpus.ts';
import { openBrowser } from '../testing/browser.ts';
import { startUnusedServer } from '../testing/journey.ts';
import { inPart, parts, sampled } from '../testing/find-faults.ts';
import { ROOT_PASSWORD, type RunningServer } from '../testing/running-server.ts';
import { signInOn } from '../testing/sign-in.ts';
import { createWorld, type MergeRequest, type TestUser, type Project, type World } from '../testing/world.ts';
import { IS_FULL } from '../testing/full-run.ts';

/**
 * P-21: every payload of the corpus through every place where users write, opened in a real browser on every page that
 * shows it: no script runs, nothing is loaded from elsewhere and nothing is sent. The content security policy only tells
 * what it would refuse, so that the page itself must be safe, and it may not have anything to tell.
 */
let server: RunningServer;
let browser: Browser;
let world: World;
let ann: TestUser;
let ben: TestUser;
let project: Project;
let notesIid = 0;
let commitShas: string[] = [];

/** A NUL is refused at every interface, and makes a file binary. */
const texts = xssCorpus.map((payload) => payload.text).filter((text) => !text.includes('\0'));
/** What is written piece by piece; files hold all of it. */
const written = sampled(texts);
/** As names of files, branches and users can be: one line, no slash, no NUL. */
const names = [
  ...new Set(
    texts
      .filter((text) => !text.includes('\n') && /<|"|'|javascript/.test(text))
      .map((text) => text.replaceAll('/', '\u2215').slice(0, 120)),
  ),
];
const BRANCHES = [
  'a<script>alert(1)<script>',
  'b"onmouseover="alert(1)',
  "c'onclick='alert(1)",
  'd<svg/onload=alert(1)>',
  'e${alert(1)}`alert(1)`',
  'f<img/src=x/onerror=alert(1)>',
];

beforeAll(async () => {
  [server, browser] = await Promise.all([startUnusedServer({ TRIBUTARY_RATE_LIMIT: '1000000' }), openBrowser()]);
  world = await createWorld(server, ROOT_PASSWORD, inject('rootToken'));
  ann = await world.person('ann', '<img src=x onerror=alert(1)>');
  ben = await world.person('ben', '"><script>alert(1)</script>');
  project = await world.project(ann, 'payloads', { members: [{ person: ben, level: 40 }] });
  await ann.rest.put(`/projects/${project.id}`, { description: '<svg onload=alert(1)> "onclick="alert(1)' });
});
// Thousands of texts: each kind has the time of a set-up.
beforeAll(() => pushPayloads());
beforeAll(() => makeNotes(ben));
beforeAll(() => makeMergeRequests());
beforeAll(() => makePlans());
afterAll(async () => {
  await browser?.close();
  await world?.dispose();
  await server?.dispose();
});

/** Joins one-line payloads to texts of at most so many characters. */
function packed(limit: number): string[] {
  const out: string[] = [];
  for (const text of written.filter((each) => !each.includes('\n') && each.length <= limit)) {
    const last = out.at(-1);
    if (last !== undefined && last.length + text.length + 1 <= limit) out[out.length - 1] = `${last} ${text}`;
    else out.push(text);
  }
  return out;
}

/** Calls for every item, some at a time. */
async function forAll<T>(items: readonly T[], work: (item: T, at: number) => Promise<unknown>): Promise<void> {
  const queue = [...items.entries()];
  const worker = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await work(next[1], next[0]);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}

/** File names, file contents, READMEs, commit messages, author names, branch and tag names, with ordinary git. */
async function pushPayloads(): Promise<void> {
  const work = await world.clone(project, { username: ann.username, secret: ann.rest.token });
  await writeFile(path.join(work.dir, 'README.md'), texts.slice(0, 120).join('\n\n'));
  await mkdir(path.join(work.dir, 'names'));
  for (const name of names.slice(0, 60)) await writeFile(path.join(work.dir, 'names', name), `${name}\n`);
  await mkdir(path.join(work.dir, 'texts'));
  await writeFile(path.join(work.dir, 'texts', 'README.md'), texts.slice(120).join('\n\n'));
  await writeFile(path.join(work.dir, 'texts', 'code.html'), texts.join('\n'));
  await writeFile(
    path.join(work.dir, 'texts', 'picture.svg'),
    '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>',
  );
  await work.must('add', '-A');
  await work.must('commit', '-q', '-m', '<script>alert(1)</script>');
  for (const [at, text] of packed(400).slice(0, 15).entries()) {
    const author = `${names[at]?.replaceAll(/[<>]/g, '') ?? ''}" onclick="alert(1) <a@example.org>`;
    await work.must('commit', '-q', '--allow-empty', `--author=${author}`, '-m', `${text.slice(0, 150)}\n\n${text}`);
  }
  commitShas = (await work.must('log', '--format=%H', '-16')).split('\n');
  for (const branch of BRANCHES) await work.must('branch', branch);
  await work.must('tag', '-a', 'v1"onclick="alert(1)', '-m', '<img src=x onerror=alert(1)>');
  await work.must('push', '-q', 'origin', '--all');
  await work.must('push', '-q', 'origin', '--tags');
}

/** One merge request with a note for every payload, each alone, and a third of them on lines of the diff. */
async function makeNotes(other: TestUser): Promise<void> {
  const files = { 'lines.txt': Array.from({ length: 120 }, (_, at) => `line ${at + 1}`).join('\n') };
  const request = await world.mergeRequest(ann, project, 'noted', files);
  notesIid = request.iid;
  const address = `/projects/${project.id}/merge_requests/${request.iid}`;
  const { diff_refs: refs } = await ann.rest.get<MergeRequest>(address);
  await forAll(written, async (body, at) => {
    const person = at % 2 === 0 ? ann : other;
    if (at % 3 > 0) return person.rest.post(`${address}/notes`, { body });
    const position = {
      ...refs,
      position_type: 'text',
      new_path: 'lines.txt',
      old_path: 'lines.txt',
      new_line: at / 3 + 1,
    };
    return person.rest.post(`${address}/discussions`, { body, position });
  });
}

/** Titles and descriptions, from branches with names of their own kind. */
async function makeMergeRequests(): Promise<void> {
  const titles = packed(250);
  const perRequest = Math.ceil(written.length / titles.length);
  await forAll(titles, async (title, at) => {
    const branch = `topic-${at}`;
    const request = await world.mergeRequest(ann, project, branch, { [`${at}.txt`]: 'x\n' });
    const description = written.slice(at * perRequest, (at + 1) * perRequest).join('\n\n');
    await ann.rest.put(`/projects/${project.id}/merge_requests/${request.iid}`, {
      title,
      description,
      assignee_ids: [ann.id],
    });
  });
}

async function makePlans(): Promise<void> {
  await forAll(names.slice(0, 15), async (name, at) => {
    const title = name.replaceAll(/[,]/g, '');
    await ann.rest.post(`/projects/${project.id}/labels`, { name: title, color: '#aa0000', description: name });
    await ann.rest.post(`/projects/${project.id}/milestones`, { title: `${at} ${title}`, description: texts[at] });
  });
}

declare global {
  interface Window {
    /** What a payload achieved. */
    __pwned?: string[];
    /** What the content security policy refused. */
    __violations?: string[];
  }
}

/** Notices, from before any script of the page, whatever a payload could achieve. */
function watch(): void {
  const seen: string[] = [];
  const violations: string[] = [];
  Object.assign(window, { __pwned: seen, __violations: violations });
  for (const name of ['alert', 'confirm', 'prompt', 'print', 'open'] as const) {
    Object.defineProperty(globalThis, name, { value: () => seen.push(name), configurable: false });
  }
  document.addEventListener('submit', (event) => seen.push(`submit ${(event.target as HTMLElement).outerHTML}`), true);
  HTMLFormElement.prototype.submit = () => seen.push('form.submit');
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    violations.push(`${violatedDirective} ${blockedURI}`);
  });
}

/** What is in the document that could run, load or send; events that a user's pointer and keys would cause are raised. */
function inspect(): string[] {
  const bad: string[] = [];
  const RUNNING = /^(?:javascript|vbscript|livescript|data:text|data:image\/svg|feed:|view-source:|blob:http)/i;
  const PLACES = [
    'href',
    'xlink:href',
    'src',
    'action',
    'formaction',
    'data',
    'srcdoc',
    'background',
    'poster',
    'ping',
    'srcset',
    'cite',
  ];
  const own = (url: string) => new URL(url, document.baseURI).host === location.host;
  for (const element of document.body.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      const text = [...value].filter((char) => char > ' ').join('');
      if (/^on/i.test(name)) bad.push(`${name} on ${element.outerHTML.slice(0, 200)}`);
      if (PLACES.includes(name.toLowerCase()) && RUNNING.test(text)) bad.push(`${name}=${value.slice(0, 100)}`);
      if (/^(?:src|action|formaction|ping|srcset|poster|background|data)$/.test(name) && text !== '' && !own(text))
        bad.push(`${name}=${value.slice(0, 100)}`);
    }
    if (/^(?:iframe|frame|object|embed|applet|base|portal|fencedframe|meta)$/i.test(element.localName))
      bad.push(element.localName);
    const inRoot = element.closest('#root, main') !== null;
    if (inRoot && /^(?:script|style|link)$/i.test(element.localName)) bad.push(element.outerHTML.slice(0, 200));
    for (const type of ['mouseover', 'pointerover', 'animationstart', 'toggle', 'begin'])
      element.dispatchEvent(new Event(type, { bubbles: false }));
  }
  return bad;
}

type Report = { place: string; problems: string[] };
type Opened = { context: BrowserContext; page: Page; happened: string[] };

/** The policy of every page refuses nothing any more; it tells what it would have refused. */
async function disarmPolicy(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  session.on('Fetch.requestPaused', ({ requestId, responseStatusCode: responseCode = 0, responseHeaders = [] }) => {
    const pass = async () => {
      if (responseCode < 200 || responseCode >= 300) return session.send('Fetch.continueResponse', { requestId });
      const { body, base64Encoded } = await session.send('Fetch.getResponseBody', { requestId });
      return session.send('Fetch.fulfillRequest', {
        requestId,
        responseCode,
        responseHeaders: responseHeaders.map(({ name, value }) => ({
          name: name.toLowerCase() === 'content-security-policy' ? `${name}-report-only` : name,
          value,
        })),
        body: base64Encoded ? body : Buffer.from(body).toString('base64'),
      });
    };
    // The page may be gone in the meantime.
    pass().catch(() => undefined);
  });
  await session.send('Fetch.enable', { patterns: [{ resourceType: 'Document', requestStage: 'Response' }] });
}

async function openContext(policy: 'is not there' | 'tells' | 'refuses'): Promise<Opened> {
  const viewport = { width: 1440, height: 2500 };
  const context = await browser.newContext({ baseURL: server.url, bypassCSP: policy === 'is not there', viewport });
  await context.addInitScript(watch);
  const page = await context.newPage();
  if (policy === 'tells') await disarmPolicy(page);
  await signInOn(page, ann);
  const happened: string[] = [];
  const { host } = new URL(server.url);
  context.on('page', () => happened.push('a window was opened'));
  page.on('dialog', (dialog) => {
    happened.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (/^https?:|^wss?:/.test(url.protocol) && url.host !== host) happened.push(`request to ${url.href}`);
    if (request.isNavigationRequest() && request.method() !== 'GET') happened.push(`${request.method()} ${url.href}`);
  });
  page.on('pageerror', (error) => happened.push(`error ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) happened.push(message.text());
  });
  return { context, page, happened };
}

type Place = {
  address: string;
  /** A text that proves the payloads are shown; in the page or in a field. */
  shows: RegExp;
  /** Waits until everything that comes later is there. */
  until?: (page: Page) => Promise<unknown>;
};

const segment = (text: string) => text.split('/').map(encodeURIComponent).join('/');

function places(): Place[] {
  const base = `/${project.path}`;
  const request = `${base}/-/merge_requests/${notesIid}`;
  const file = (name: string) => `main/names/${encodeURIComponent(name)}`;
  const weird = [names[0], names[7], names[15], names[22]].filter((name) => name !== undefined);
  return [
    { address: base, shows: /alert\(1\)/ },
    { address: `${base}/-/tree/main/names`, shows: /onerror=alert/ },
    { address: `${base}/-/tree/main/texts`, shows: /alert\(1\)/ },
    ...weird.map((name) => ({ address: `${base}/-/blob/${file(name)}`, shows: /alert|canary/ })),
    { address: `${base}/-/blob/main/texts/code.html`, shows: /alert\(1\)/ },
    { address: `${base}/-/blob/main/texts/picture.svg`, shows: /picture\.svg/ },
    { address: `${base}/-/blame/${file(weird[0] ?? '')}`, shows: /alert|canary/ },
    { address: `${base}/-/edit/${file(weird[0] ?? '')}`, shows: /alert|canary/ },
    { address: `${base}/-/commits/main`, shows: /onclick="alert\(1\)/ },
    ...commitShas.slice(0, 4).map((sha) => ({ address: `${base}/-/commit/${sha}`, shows: /alert\(1\)/ })),
    { address: `${base}/-/commit/${commitShas.at(-1) ?? ''}`, shows: /alert\(1\)/ },
    { address: `${base}/-/branches?search=alert`, shows: /onmouseover="alert/ },
    { address: `${base}/-/tags`, shows: /onclick="alert/ },
    ...BRANCHES.slice(0, 2).map((branch) => ({ address: `${base}/-/tree/${segment(branch)}`, shows: /alert\(1\)/ })),
    { address: `${base}/-/compare/main...${segment(BRANCHES[1] ?? '')}`, shows: /onmouseover/ },
    { address: `${base}/-/find_file/main`, shows: /alert\(1\)/ },
    { address: `${base}/-/merge_requests`, shows: /alert\(1\)/ },
    { address: `${base}/-/merge_requests?page=2`, shows: /alert\(1\)/ },
    {
      address: `${base}/-/merge_requests?label_name[]=${encodeURIComponent(names[0] ?? '')}&search=${encodeURIComponent('"><img src=x onerror=alert(1)>')}`,
      shows: /onerror|alert/,
    },
    ...[1, 9, 17, ...(IS_FULL ? [25, 33] : [])].map((iid) => ({
      address: `${base}/-/merge_requests/${iid === notesIid ? iid + 1 : iid}`,
      shows: /alert|canary/,
    })),
    {
      address: request,
      shows: /alert\(1\)/,
      until: (page) =>
        page.waitForFunction((count) => document.querySelectorAll('[id^="note_"]').length >= count, written.length),
    },
    { address: `${request}/commits`, shows: /onerror/ },
    {
      address: `${request}/diffs`,
      shows: /alert\(1\)/,
      until: (page) => page.waitForFunction(() => document.querySelectorAll('[id^="note_"]').length > 20),
    },
    { address: `${base}/-/merge_requests/2/edit`, shows: /alert|canary/ },
    {
      address: `${base}/-/merge_requests/new?merge_request[source_branch]=${encodeURIComponent(BRANCHES[1] ?? '')}`,
      shows: /onmouseover|alert/,
    },
    { address: `${base}/-/labels`, shows: /alert\(1\)/ },
    { address: `${base}/-/milestones`, shows: /alert\(1\)/ },
    { address: `${base}/-/milestones/1`, shows: /alert|canary/ },
    { address: `${base}/-/project_members`, shows: /<script>alert\(1\)/ },
    { address: `/search?search=${encodeURIComponent('<img src=x onerror=alert(1)>')}`, shows: /onerror/ },
    { address: `/search?search=alert&scope=merge_requests`, shows: /alert/ },
    { address: '/dashboard/merge_requests', shows: /alert\(1\)/ },
    { address: '/dashboard/projects', shows: /onload=alert/ },
    { address: `/${ann.username}`, shows: /onerror=alert/ },
    { address: '/', shows: /./ },
  ];
}

/** Opens a page and looks; only what went wrong is told. */
async function examine(page: Page, happened: string[], place: Place): Promise<Report> {
  happened.length = 0;
  const answer = await page.goto(place.address, { waitUntil: 'load' });
  const problems: string[] = [];
  if (answer?.status() !== 200) problems.push(`answered ${answer?.status() ?? 'nothing'}`);
  await place.until?.(page);
  const isShown = page.waitForFunction(
    (source) => {
      const fields = [...document.querySelectorAll('input, textarea')].map(
        (field) => (field as HTMLInputElement).value,
      );
      return new RegExp(source).test([document.body.innerText, ...fields].join('\n'));
    },
    place.shows.source,
    { polling: 50 },
  );
  await isShown.catch(() => problems.push('does not show what it should'));
  problems.push(...(await page.evaluate(inspect)));
  await page.waitForTimeout(100);
  problems.push(
    ...(await page.evaluate(() => [
      ...(window.__pwned ?? ['nobody watched']),
      ...(window.__violations ?? ['nobody watched']),
    ])),
    ...happened,
  );
  return { place: place.address, problems: [...new Set(problems)] };
}

describe('P-21', () => {
  test('a script that got in would run here, and the policy would tell', async () => {
    const { context, page } = await openContext('tells');
    await page.goto('/');
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.text = 'alert(1)';
      document.body.append(script);
    });
    expect(await page.evaluate(() => window.__pwned)).toEqual(['alert']);
    await expect
      .poll(() => page.evaluate(() => window.__violations))
      .toContain('require-trusted-types-for trusted-types-sink');
    await context.close();
  });

  const NAME = 'no payload runs, loads or sends anything on any page, and the policy has nothing to do';
  test.each(parts(IS_FULL ? 4 : 2))(`${NAME} (part $part of $count)`, async (part) => {
    const { context, page, happened } = await openContext('tells');
    const reports: Report[] = [];
    // Those that show most are always among them.
    const looked = places().filter(({ until }, at) => IS_FULL || until !== undefined || at % 4 === 0);
    for (const place of inPart(looked, part)) reports.push(await examine(page, happened, place));
    await context.close();
    expect(reports.filter((report) => report.problems.length > 0)).toEqual([]);
  });

  test.runIf(IS_FULL)('with the policy the pages with most payloads show them as well', async () => {
    const { context, page, happened } = await openContext('refuses');
    const base = `/${project.path}`;
    const most = new Set([base, `${base}/-/tree/main/texts`, `${base}/-/merge_requests/${notesIid}`]);
    const reports: Report[] = [];
    for (const place of places()) if (most.has(place.address)) reports.push(await examine(page, happened, place));
    await context.close();
    expect(reports.map((report) => report.problems)).toEqual([[], [], []]);
  });
});

test('T-067: files opened by themselves are inert', async () => {
  const { context, page, happened } = await openContext('is not there');
  for (const name of ['picture.svg', 'code.html']) {
    const answer = await page.goto(`/${project.path}/-/raw/main/texts/${name}`).catch(() => undefined);
    if (answer) {
      expect(answer.headers()['x-content-type-options']).toBe('nosniff');
      expect(answer.headers()['content-security-policy']).toContain('sandbox');
    }
  }
  const raw = await ann.rest.send('GET', `/projects/${project.id}/repository/files/texts%2Fpicture.svg/raw?ref=main`);
  expect(raw.headers.get('content-type')).not.toMatch(/svg|html|xml/);
  expect(await page.evaluate(() => window.__pwned ?? [])).toEqual([]);
  await context.close();
  expect(happened).toEqual([]);
});
