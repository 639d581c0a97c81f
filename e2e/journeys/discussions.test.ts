import type { Locator, Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findBarriers } from '../testing/axe.ts';
import { beginJourney } from '../testing/journey.ts';
import { answersDrawn, hasKeyboard, pressKey, topAtRest } from '../testing/idle.ts';
import type { Window } from '../testing/sign-in.ts';
import type { TestUser, Project } from '../testing/world.ts';
import { IS_FULL } from '../testing/full-run.ts';

const journey = beginJourney({ isShared: true });
let ann: TestUser;
let ben: TestUser;
let project: Project;
let author: Window;
let iid = 0;
let address = '';
let api = '';

beforeAll(async () => {
  ann = await journey.world.person('ann', 'Ann Author');
  ben = await journey.world.person('ben', 'Ben Reviewer');
  project = await journey.world.project(ann, 'talk', { members: [{ person: ben, level: 40 }] });
  author = await journey.open(ann);
});

/** Each test talks about a merge request of its own. */
beforeEach(async () => {
  iid += 1;
  await author.page.unrouteAll();
  await journey.world.mergeRequest(ann, project, `branch-${iid}`, { [`file-${iid}.txt`]: 'one\ntwo\nthree\n' });
  address = `/${project.path}/-/merge_requests/${iid}`;
  api = `/projects/${project.id}/merge_requests/${iid}`;
  await author.page.goto(address);
});

type Thread = { id: string; notes: { id: number }[] };
const startThread = (by: TestUser, body: string) => by.rest.post<Thread>(`${api}/discussions`, { body });
const comment = (page: Page) => page.getByRole('textbox', { name: 'Comment', exact: true });
const reply = (page: Page) => page.getByRole('textbox', { name: 'Reply' });
const article = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** The server has what stands in the fields of the page. */
async function kept(page: Page, act: () => Promise<void>): Promise<void> {
  const saved = page.waitForResponse(
    (answer) => /unfinished_texts/.test(answer.url()) && answer.request().method() !== 'GET' && answer.ok(),
  );
  await act();
  await saved;
}

/** Refuses the requests of one kind from now on, as a lost network does. */
async function cut(page: Page, method: string, path: RegExp): Promise<void> {
  await page.route(path, (route) => (route.request().method() === method ? route.abort() : route.fallback()));
}

async function expectClean({ page, problems }: Window): Promise<void> {
  expect(await findBarriers(page)).toEqual([]);
  expect(problems.splice(0).filter((problem) => !/Failed to load resource|net::ERR/.test(problem))).toEqual([]);
}

describe('nothing typed is lost', () => {
  type Editor = {
    open?: (page: Page) => Promise<void>;
    field: (page: Page) => Locator;
    /** What was begun does not open it by itself. */
    opensAgain?: true;
  };

  /** Where something is written, by where it stands. */
  const EDITORS: [at: string, editors: Editor[]][] = [
    [
      '',
      [
        { field: comment },
        { open: (page) => button(page, 'Reply…').click(), field: reply },
        {
          open: (page) => article(page, 'Said before').getByRole('button', { name: 'Edit comment' }).click(),
          field: (page) => page.getByRole('textbox', { name: 'Edit comment' }),
        },
        {
          open: (page) => button(page, 'Edit pending comment').click(),
          field: (page) => page.getByRole('textbox', { name: 'Edit pending comment' }),
        },
        {
          open: (page) => button(page, 'Submit review').click(),
          field: (page) => page.getByRole('dialog').getByRole('textbox', { name: 'Summary' }),
          opensAgain: true,
        },
      ],
    ],
    [
      '/diffs',
      [
        {
          open: async (page) => {
            await page.locator('tr.dk-added').first().hover();
            await page.getByRole('button', { name: /^Add a comment to/ }).click();
          },
          field: (page) => page.getByRole('textbox', { name: 'Comment on line 1' }),
        },
      ],
    ],
    [
      '/edit',
      [
        {
          // Another device shows the Markdown of it.
          open: async (page) => {
            await button(page, 'Switch to rich text editing').click();
            await page.locator('.rich-text').waitFor();
          },
          field: (page) => page.getByRole('textbox', { name: 'Description' }),
        },
      ],
    ],
  ];
  const SENTENCE = 'A long thought: one, two, three, and a half.';

  /** The fields in which the server has this text, of those that are saved from now on. */
  function fieldsWith(page: Page, text: string): Set<string> {
    const fields = new Set<string>();
    page.on('response', (answer) => {
      if (!answer.ok() || !answer.url().endsWith('/-/unfinished_texts')) return;
      const sent: { field: string; text: string } = answer.request().postDataJSON();
      if (sent.text === text) fields.add(sent.field);
    });
    return fields;
  }

  async function crash({ context, page }: Window): Promise<void> {
    const crashed = page.waitForEvent('crash');
    const session = await context.newCDPSession(page);
    session.send('Page.crash').catch(() => undefined);
    await crashed;
    await page.close();
  }

  test.runIf(IS_FULL)('the tab is killed while one writes, and another device has what was written', async () => {
    await startThread(ben, 'A question');
    await ann.rest.post(`${api}/notes`, { body: 'Said before' });
    await ann.rest.post(`${api}/draft_notes`, { note: 'Not yet said' });
    let window = await journey.open(ann);
    // Within a word; then after the first letter, around a space, and at the end.
    const ends = [...(IS_FULL ? [1, 4] : []), 15, ...(IS_FULL ? [16, 30, SENTENCE.length] : [])];
    // A description in its form is kept in the same way, which `unsaved-settings.test.ts` sees in every run.
    for (const [at, editors] of IS_FULL ? EDITORS : EDITORS.filter(([place]) => place !== '/edit')) {
      await window.page.goto(address + at);
      for (const [turn, end] of ends.entries()) {
        const typed = SENTENCE.slice(0, end);
        const kept = fieldsWith(window.page, typed);
        for (const { open, field, opensAgain } of editors) {
          const { page } = window;
          if (turn === 0 || opensAgain) await open?.(page);
          await field(page).focus();
          await page.keyboard.press(turn === 0 ? 'Control+A' : 'Control+End');
          await page.keyboard.type(SENTENCE.slice(ends[turn - 1] ?? 0, end));
        }
        await expect.poll(() => kept.size).toBe(editors.length);
        await crash(window);
        await window.context.close();
        // Nothing but the server tells it what was written.
        window = await journey.open(ann);
        const { page } = window;
        await page.goto(address + at);
        for (const { open, field, opensAgain } of editors) {
          if (opensAgain) await open?.(page);
          await expect.poll(() => field(page).inputValue()).toBe(typed);
        }
        if (editors.some(({ opensAgain }) => opensAgain)) await page.keyboard.press('Escape');
      }
    }
    await window.context.close();
  });

  test('the tab is killed at once, and the device has what was typed last', async () => {
    let { page } = author;
    let typed = '';
    for (const end of [...(IS_FULL ? [1, 4] : []), 15, ...(IS_FULL ? [16, 30] : []), SENTENCE.length]) {
      await comment(page).focus();
      await page.keyboard.press('Control+End');
      // The server cannot be reached.
      await cut(page, 'PUT', /unfinished_texts/);
      await page.keyboard.type(SENTENCE.slice(typed.length, end));
      typed = SENTENCE.slice(0, end);
      await crash({ ...author, page });
      page = await author.context.newPage();
      await page.goto(address);
      await expect.poll(() => comment(page).inputValue()).toBe(typed);
    }
    author.page = page;
  });

  test.runIf(IS_FULL)(
    'a text begun on one device goes on at another, and is gone everywhere once it is sent',
    async () => {
      await startThread(ben, 'A question');
      const { page } = author;
      await kept(page, () => comment(page).fill('Begun at the desk'));
      await button(page, 'Reply…').click();
      await kept(page, () => reply(page).fill('An answer begun at the desk'));
      const phone = await journey.open(ann, { width: 390 });
      await phone.page.goto(address);
      await expect.poll(() => comment(phone.page).inputValue()).toBe('Begun at the desk');
      await expect.poll(() => reply(phone.page).inputValue()).toBe('An answer begun at the desk');
      await expectClean(phone);
      await kept(phone.page, () => phone.page.getByRole('button', { name: 'Reply', exact: true }).click());
      await article(phone.page, 'An answer begun at the desk').waitFor();
      await page.reload();
      await expect.poll(() => comment(page).inputValue()).toBe('Begun at the desk');
      await article(page, 'An answer begun at the desk').waitFor();
      await expect.poll(() => reply(page).count()).toBe(0);
      await phone.context.close();
    },
  );

  test.runIf(IS_FULL)('the timeline shows each comment of a merge request by itself, without a form', async () => {
    const { id } = await startThread(ben, 'A question');
    await ben.rest.post(`${api}/discussions/${id}/notes`, { body: 'And another' });
    await ann.rest.post(`${api}/draft_notes`, { note: 'Not yet said', in_reply_to_discussion_id: id });
    const { page } = author;
    await page.getByRole('group', { name: 'Thread', exact: true }).waitFor();
    await button(page, 'Turn timeline view on').click();
    await article(page, 'And another').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'And another' }).getByText('Not yet said').waitFor();
    expect(await page.getByRole('article', { name: 'Pending comment' }).count()).toBe(1);
    expect(await page.getByRole('group', { name: 'Thread', exact: true }).count()).toBe(0);
    expect(await comment(page).count()).toBe(0);
    await expectClean(author);
    await button(page, 'Turn timeline view off').click();
    await page.getByRole('group', { name: 'Thread', exact: true }).waitFor();
    await comment(page).waitFor();
  });

  test.runIf(IS_FULL)('what arrives after its page has gone is not brought back; what did not arrive is', async () => {
    const said = async () => {
      const notes = await ann.rest.get<{ body: string }[]>(`${api}/notes`);
      return notes.filter(({ body }) => body === 'Said at the door').length;
    };
    const { page } = author;
    const first = await author.context.newPage();
    await first.goto(page.url());
    await kept(first, () => comment(first).fill('Said at the door, half'));
    // The server has the form, but the page hears no answer; what was typed last is only on the device.
    await first.route(/\/-\/notes\?/, async (route) => {
      await route.fetch();
      await route.abort().catch(() => undefined);
    });
    await first.route(/unfinished_texts/, (route) => route.abort());
    await comment(first).fill('Said at the door');
    await first.keyboard.press('Control+Enter');
    await expect.poll(said).toBe(1);
    await first.close();
    await page.reload();
    await article(page, 'Said at the door').waitFor();
    await expect.poll(() => comment(page).inputValue()).toBe('');
    expect(await said()).toBe(1);

    await cut(page, 'POST', /\/-\/notes\?/);
    await comment(page).fill('Lost on the way');
    await page.keyboard.press('Control+Enter');
    await page.getByText('Your comment could not be submitted!').waitFor();
    await page.reload();
    await expect.poll(() => comment(page).inputValue()).toBe('Lost on the way');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await button(page, 'Comment').click();
    await article(page, 'Lost on the way').waitFor();
    await expect.poll(() => comment(page).inputValue()).toBe('');
    await expectClean(author);
  });

  test.runIf(IS_FULL)('what was thrown away is among the earlier texts', async () => {
    await startThread(ben, 'A question');
    const { page } = author;
    await button(page, 'Reply…').click();
    await kept(page, () => reply(page).fill('Rather not'));
    await button(page, 'Cancel').click();
    const question = page.getByRole('dialog', { name: 'Are you sure you want to cancel creating this comment?' });
    await question.getByRole('button', { name: 'Continue editing' }).click();
    await expect.poll(() => reply(page).inputValue()).toBe('Rather not');
    await button(page, 'Cancel').click();
    await question.getByRole('button', { name: 'Discard changes' }).click();
    await reply(page).waitFor({ state: 'detached' });
    await button(page, 'Reply…').click();
    await expect.poll(() => reply(page).inputValue()).toBe('');
    await page.getByRole('button', { name: 'Draft history' }).first().click();
    const layer = page.getByRole('dialog', { name: 'Draft history' });
    await layer.getByText('Rather not').waitFor();
    await expectClean(author);
    await layer.getByRole('button', { name: 'Restore' }).click();
    await expect.poll(() => reply(page).inputValue()).toBe('Rather not');
  });

  test.runIf(IS_FULL)('a comment on a line and a change of a note open again after a reload', async () => {
    const { page } = author;
    await ann.rest.post(`${api}/notes`, { body: 'First version' });
    await article(page, 'First version').getByRole('button', { name: 'Edit comment' }).click();
    await kept(page, () => page.getByRole('textbox', { name: 'Edit comment' }).fill('Second version, half'));
    await page.reload();
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Edit comment' }).inputValue())
      .toBe('Second version, half');
    await page.goto(`${address}/diffs`);
    const changes = page.getByRole('group', { name: `Changes in file-${iid}.txt` });
    await changes.locator('tr.dk-added').first().hover();
    await changes.getByRole('button', { name: /^Add a comment to/ }).click();
    const line = page.getByRole('textbox', { name: /^Comment on line/ });
    await kept(page, () => line.fill('On this line'));
    await page.reload();
    await expect.poll(() => line.inputValue()).toBe('On this line');
  });

  test.runIf(IS_FULL)('a comment on its way is shown at once, its commands as what they are', async () => {
    const { page } = author;
    let release = (): void => undefined;
    const released = new Promise<void>((done) => {
      release = done;
    });
    await page.route(/\/-\/notes\?/, async (route) => {
      await released;
      await route.abort();
    });
    const text = 'Slow words\n/no_such_command now\n/spend 1h';
    await comment(page).fill(text);
    await button(page, 'Comment').click();
    const onItsWay = page.getByRole('group', { name: 'Sending comment' });
    await onItsWay.getByText('Slow words').waitFor();
    // What is no command is said.
    await onItsWay.getByText('/no_such_command now').waitFor();
    await page.getByText(/^Applying command( to .*)?$/).waitFor();
    await expect.poll(() => comment(page).inputValue()).toBe('');
    release();
    await page.getByText('Your comment could not be submitted!').waitFor();
    await expect.poll(() => comment(page).inputValue()).toBe(text);
    await page.getByRole('group', { name: 'Sending comment' }).waitFor({ state: 'detached' });
    await page.getByText('Applying command').waitFor({ state: 'detached' });
    await page.unroute(/\/-\/notes\?/);
  });

  test.runIf(IS_FULL)('news above leave the field where it is, in plain and in rich text', async () => {
    const { page } = author;
    const say = (body: string) => ben.rest.post(`${api}/notes`, { body });
    // The keyboard belongs to one window.
    await page.bringToFront();
    for (let at = 1; at <= 6; at++) await say(`Said before ${at}`);
    const { id } = await startThread(ben, 'A question');
    await article(page, 'A question').waitFor();
    await button(page, 'Reply…').click();
    // Each field and each kind of text once, and all pairs in the full run.
    const pairs = [comment(page), reply(page)].map(
      (field, at) => [field, IS_FULL ? [false, true] : [at === 1]] as const,
    );
    for (const [field, kinds] of pairs) {
      for (const isRich of kinds) {
        const form = page.locator('form').filter({ has: field });
        if (isRich) await form.getByRole('button', { name: 'Switch to rich text editing' }).click();
        await expect.poll(() => field.evaluate(({ tagName }) => tagName)).toBe(isRich ? 'DIV' : 'TEXTAREA');
        await field.evaluate((element) => element.scrollIntoView({ block: 'center' }));
        await field.focus();
        await page.keyboard.type('My own ');
        const before = await topAtRest(field);
        const news = `News for ${id.slice(0, 6)} ${crypto.randomUUID()}`;
        // Above both: in the thread itself for its reply.
        await ben.rest.post(`${api}/discussions/${id}/notes`, { body: `${news}\n\nin two paragraphs` });
        await article(page, news).waitFor();
        await page.keyboard.type('words');
        const moved = async () => Math.abs(((await field.boundingBox())?.y ?? 9_999) - before);
        await expect.poll(moved).toBeLessThan(2);
        if (isRich) await form.getByRole('button', { name: 'Switch to plain text editing' }).click();
      }
    }
  });

  test.runIf(IS_FULL)('links to uploads are asked about; tables come from spreadsheets', async () => {
    const { page } = author;
    const link = `![x](/uploads/${'0'.repeat(32)}/x.png)`;
    await comment(page).fill(link);
    await button(page, 'Comment').click();
    const question = page.getByRole('dialog', { name: 'This comment links to an uploaded file.' });
    await question.getByRole('button', { name: 'Continue editing' }).click();
    expect(await comment(page).inputValue()).toBe(link);
    const notes = await ann.rest.get<unknown[]>(`${api}/notes?activity_filter=only_comments`);
    expect(notes).toEqual([]);
    await comment(page).fill('');
    await comment(page).evaluate((field) => {
      const data = new DataTransfer();
      data.setData('text/html', '<table><tr><td>a</td></tr></table>');
      data.setData('text/plain', 'Name\tSize\nriver\t3');
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    });
    await expect.poll(() => comment(page).inputValue()).toBe('| Name | Size |\n| --- | --- |\n| river | 3 |\n');
  });

  test('a failed submit, in words, with the text in place', async () => {
    const { page } = author;
    await comment(page).fill('Into the void');
    await cut(page, 'POST', /\/-\/notes\?/);
    await button(page, 'Comment').click();
    await page
      .getByText('Your comment could not be submitted! Please check your network connection and try again.')
      .waitFor();
    await expect.poll(() => comment(page).inputValue()).toBe('Into the void');
    await page.unroute(/\/-\/notes\?/);
    await page.route(/\/-\/notes\?/, (route) =>
      route.fulfill({ status: 422, json: { errors: { base: ['Something Is Missing'] } } }),
    );
    await button(page, 'Comment').click();
    await page.getByText('Your comment could not be submitted because something is missing.').waitFor();
    await expect.poll(() => comment(page).inputValue()).toBe('Into the void');
    await page.unroute(/\/-\/notes\?/);
  });
});

describe('what is typed is completed', () => {
  test('users, merge requests, labels and emoji, with the keys and with the pointer', async () => {
    const { page } = author;
    await ann.rest.post(`/projects/${project.id}/labels`, { name: `needs care ${iid}`, color: '#cc3344' });
    const field = comment(page);
    const list = page.getByRole('listbox', { name: 'Suggestions' });
    const type = async (text: string) => {
      await field.focus();
      await page.keyboard.press('Control+End');
      await page.keyboard.type(text);
    };
    await type('Ask @be');
    await list.getByRole('option', { name: 'Ben Reviewer' }).waitFor();
    await expectClean(author);
    await page.keyboard.press('Enter');
    await expect.poll(() => field.inputValue()).toBe('Ask @ben ');
    await type(`about !${iid}`);
    await list.getByRole('option', { name: `Bring branch-${iid}` }).click();
    await expect.poll(() => field.inputValue()).toBe(`Ask @ben about !${iid} `);
    await type('~needs');
    await list.getByRole('option', { name: `needs care ${iid}` }).waitFor();
    await page.keyboard.press('Tab');
    await type(':tad');
    await list.getByRole('option', { name: 'tada' }).waitFor();
    await page.keyboard.press('Escape');
    await list.waitFor({ state: 'detached' });
    await expect.poll(() => field.inputValue()).toBe(`Ask @ben about !${iid} ~"needs care ${iid}" :tad`);
  });
});

describe('threads', () => {
  test('comment or thread from one button, and closing with and without a text', async () => {
    const { page } = author;
    await page.getByRole('button', { name: 'Comment type' }).click();
    await page.getByRole('menuitemradio', { name: 'Start thread' }).click();
    await expect.poll(() => button(page, 'Start thread').isDisabled()).toBe(true);
    await comment(page).fill('To be settled');
    await expectClean(author);
    await button(page, 'Start thread').click();
    await article(page, 'To be settled').waitFor();
    await button(page, 'Resolve thread').waitFor();
    await comment(page).fill('That is all');
    await button(page, 'Start thread & close merge request').click();
    await article(page, 'That is all').waitFor();
    await button(page, 'Reopen merge request').first().waitFor();
  });

  test.runIf(IS_FULL)(
    'focus stays with the thread, whether the news or the answer of a resolution comes first',
    async () => {
      const { id } = await startThread(ben, 'Which one first?');
      const { page } = author;
      const toggle = page.locator(`#thread_${id} [data-thread-toggle]`);
      const isHeld = () => toggle.evaluate((element) => element === document.activeElement);
      await page.bringToFront();
      for (const isAnswerLate of [true, false]) {
        await page.goto(address);
        const resolve = button(page, 'Resolve thread');
        await resolve.focus();
        let release = (): void => undefined;
        const released = new Promise<void>((done) => {
          release = done;
        });
        await page.route(/\/resolve$/, async (route) => {
          const answer = await route.fetch();
          if (isAnswerLate) await released;
          await route.fulfill({ response: answer });
        });
        const drawn = answersDrawn(page, [/\/resolve$/, /\/noteable\//]);
        await pressKey(page, 'Enter');
        await page.getByText('Resolved by Ann Author').waitFor();
        await hasKeyboard(toggle);
        release();
        await drawn;
        expect(await isHeld()).toBe(true);
        await page.unroute(/\/resolve$/);
        await ann.rest.put(`${api}/discussions/${id}`, { resolved: false });
      }
    },
  );

  test.runIf(IS_FULL)('jumps between open threads around the end; one alone has no buttons', async () => {
    const { page } = author;
    const first = await startThread(ben, 'Thread one');
    await article(page, 'Thread one').waitFor();
    const next = page.getByRole('button', { name: 'Go to next unresolved thread' });
    expect(await next.count()).toBe(0);
    const second = await startThread(ben, 'Thread two');
    await article(page, 'Thread two').waitFor();
    await next.first().waitFor();
    const focused = () => page.evaluate(() => document.activeElement?.id);
    const [one, two] = [first, second].map((thread) => `note_${thread.notes[0]?.id}`);
    for (const [key, expected] of [
      ['n', one],
      ['n', two],
      ['n', one],
      ['p', two],
    ] as const) {
      await pressKey(page, key);
      await expect.poll(focused).toBe(expected);
      // A second press within a fifth of a second is one with the first.
      await page.waitForTimeout(220);
    }
    const sort = async (order: string) => {
      await button(page, 'Sort or filter').click();
      await page.getByRole('menuitemradio', { name: order }).click();
    };
    await sort('Newest first');
    await page.reload();
    await next.first().waitFor();
    await pressKey(page, 'n');
    await expect.poll(focused).toBe(two);
    await sort('Oldest first');
    await expectClean(author);
  });

  test.runIf(IS_FULL)(
    'quotes what is selected, edits the last own note with Up, and makes threads of comments',
    async () => {
      const { page } = author;
      await ben.rest.post(`${api}/notes`, { body: 'Quote **me** please' });
      const note = article(page, 'Quote me please');
      await note.focus();
      await pressKey(page, 'r');
      await expect.poll(() => comment(page).inputValue()).toBe('> Quote **me** please\n\n');
      // A frame later the caret goes behind the quote.
      await hasKeyboard(comment(page));
      await comment(page).fill('My own words');
      await page.keyboard.press('Control+Enter');
      await article(page, 'My own words').waitFor();
      await expect.poll(() => comment(page).inputValue()).toBe('');
      await comment(page).focus();
      await page.keyboard.press('ArrowUp');
      const edit = page.getByRole('textbox', { name: 'Edit comment' });
      await expect.poll(() => edit.inputValue()).toBe('My own words');
      await edit.fill('My better words');
      await page.keyboard.press('Control+Enter');
      await article(page, 'My better words').getByText('Edited').waitFor();
      await note.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Convert to thread' }).click();
      await button(page, 'Resolve thread').waitFor();
      await note.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Quote reply' }).click();
      await expect.poll(() => reply(page).inputValue()).toBe('> Quote **me** please\n\n');
      await page.getByRole('checkbox', { name: 'Resolve thread' }).click();
      await button(page, 'Comment & resolve thread').click();
      await page.getByText('Resolved by Ann Author').waitFor();
      await expectClean(author);
    },
  );

  test.runIf(IS_FULL)('what was deleted before the live news began is gone when they begin', async () => {
    const { page } = author;
    const { notes } = await startThread(ben, 'Taken back at once');
    await startThread(ben, 'Stays');
    await page.route('**/-/realtime**', (route) => route.abort());
    await page.goto(address);
    await article(page, 'Taken back at once').waitFor();
    await ben.rest.remove(`${api}/notes/${notes[0]?.id}`);
    // No poll tells of it.
    const polled = page.waitForResponse((answer) => answer.url().includes('/notes') && answer.status() === 200);
    await startThread(ben, 'Said since');
    await polled;
    await article(page, 'Said since').waitFor();
    expect(await article(page, 'Taken back at once').count()).toBe(1);
    await page.unroute('**/-/realtime**');
    // After many failures it is tried again only after half a minute, unless the browser says that the network is back.
    const afterNews = async () => {
      await page.evaluate(() => window.dispatchEvent(new Event('online')));
      return article(page, 'Taken back at once').count();
    };
    await expect.poll(afterNews).toBe(0);
    expect(await article(page, 'Stays').count()).toBe(1);
  });

  test('two users change one comment: the second sees both texts and loses neither', async () => {
    const { page } = author;
    const { id } = await ann.rest.post<{ id: number }>(`${api}/notes`, { body: 'Start' });
    await article(page, 'Start').getByRole('button', { name: 'Edit comment' }).click();
    const edit = page.getByRole('textbox', { name: 'Edit comment' });
    await edit.fill('My version');
    await ben.rest.put(`${api}/notes/${id}`, { body: 'Their version' });
    await page.getByText('This comment changed after you started editing it.').waitFor();
    await expect.poll(() => page.getByLabel('The updated comment').textContent()).toBe('Their version');
    expect(await edit.inputValue()).toBe('My version');
    await expectClean(author);
    const refused = page.waitForResponse(
      (answer) => answer.request().method() === 'PUT' && /\/-\/notes\/\d+$/.test(answer.url()),
    );
    await button(page, 'Save comment').click();
    expect((await refused).status()).toBe(409);
    await page.getByText('This comment changed after you started editing it.').waitFor();
    expect((await ann.rest.get<{ body: string }>(`${api}/notes/${id}`)).body).toBe('Their version');
    await button(page, 'Keep my text').click();
    await button(page, 'Save comment').click();
    await article(page, 'My version').waitFor();
  });

  test.runIf(IS_FULL)(
    'what fails is said in words: deleting, editing, resolving; a deleted note goes, its text does not',
    async () => {
      const { page } = author;
      await startThread(ann, 'Fragile');
      const note = article(page, 'Fragile');
      await note.waitFor();
      const followUp = page.getByRole('link', { name: 'Resolve all threads with new issue' }).first();
      expect(await followUp.getAttribute('href')).toMatch(
        new RegExp(`/-/issues/new\\?merge_request_to_resolve_discussions_of=${iid}$`),
      );
      await cut(page, 'DELETE', /\/-\/notes\/\d+$/);
      await note.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Delete comment' }).click();
      const question = page.getByRole('dialog', { name: 'Are you sure you want to delete this comment?' });
      await question.getByRole('button', { name: 'Delete comment' }).click();
      await note
        .getByRole('alert')
        .getByText('Something went wrong while deleting your note. Please try again.')
        .waitFor();
      await expectClean(author);
      await note.getByRole('button', { name: 'Dismiss' }).click();
      await hasKeyboard(note);
      await cut(page, 'POST', /\/resolve$/);
      await button(page, 'Resolve thread').click();
      const thread = page.getByRole('group', { name: 'Thread', exact: true });
      const unresolved = 'Something went wrong while resolving this discussion. Please try again.';
      await thread.getByRole('alert').getByText(unresolved).waitFor();
      await thread.getByRole('button', { name: 'Dismiss' }).click();
      await hasKeyboard(button(page, 'Reply…'));
      await cut(page, 'PUT', /\/-\/notes\/\d+$/);
      await note.getByRole('button', { name: 'Edit comment' }).click();
      const edit = page.getByRole('textbox', { name: 'Edit comment' });
      await edit.fill('Fragile, and better');
      await button(page, 'Save comment').click();
      await page.getByText('Something went wrong while editing your comment. Please try again.').waitFor();
      expect(await edit.inputValue()).toBe('Fragile, and better');
      await page.unroute(/\/-\/notes\/\d+$/);
      await page.route(/\/-\/notes\/\d+$/, (route) => route.fulfill({ status: 410, json: {} }));
      await button(page, 'Save comment').click();
      await page.getByText('This comment was deleted while you were editing it.').waitFor();
      await button(page, 'Copy your text').waitFor();
      await expect.poll(() => note.count()).toBe(0);
      await page.unrouteAll();
    },
  );
});
