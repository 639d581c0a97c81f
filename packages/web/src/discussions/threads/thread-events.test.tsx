import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { pageData } from '../../../testing/page-data.ts';
import { discussion, note, notesData, writer } from '../../../testing/page-notes.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { Activity } from '../activity/activity.tsx';
import { removeNote } from '../model/merge-notes.ts';
import { DiscussionsProvider } from '../store/use-discussions.tsx';

beforeEach(() => localStorage.clear());

const event = note(2, {
  system: true,
  system_note_icon_name: 'pencil',
  resolvable: false,
  author: writer('Grace Hopper'),
  note_html: '<p>changed this line in <a href="/diffs">version 2 of the diff</a></p>',
});

async function show(discussions: PageDiscussion[]) {
  const page = (
    <DiscussionsProvider notes={notesData()}>
      <Activity renderDiff={() => null} />
    </DiscussionsProvider>
  );
  await renderPage(
    () => page,
    pageData({}),
    ({ path }) => ({ body: path.startsWith('/d.json') ? discussions : [] }),
  );
  return screen.findByRole('group', { name: /^(Resolved thread|Thread)$/ });
}

it('what happened to the lines of a thread stands between its words and is no reply', async () => {
  const reply = note(3, { author: writer('Ada') });
  const thread = await show([discussion('d1', [note(1), event, reply])]);
  const told = within(thread).getByRole('listitem');
  expect(told.textContent).toContain('Grace Hopper changed this line in version 2 of the diff');
  expect(within(told).getByRole('link', { name: 'version 2 of the diff' })).toBeTruthy();
  expect(within(told).queryByRole('button')).toBeNull();
  expect((await axe.run(thread, { resultTypes: ['violations'] })).violations).toEqual([]);
  await userEvent.click(within(thread).getByRole('button', { name: 'Collapse replies' }));
  const row = within(thread).getByRole('button', { name: /1 reply/ });
  expect(row.textContent).toContain('Last reply by Ada');
  expect(row.textContent).not.toContain('Grace');
});

it('a thread whose words are gone goes with what happened to it', () => {
  const all = [discussion('d1', [note(1), event]), discussion('d2', [event])];
  expect(removeNote(all, '1').map(({ id }) => id)).toEqual(['d2']);
});

it('a thread that begins with what happened to its lines shows what is said in it, and can be answered and resolved', async () => {
  const [first, last] = [note(3, { author: writer('Ada'), note_html: '<p>An answer</p>' }), note(4)];
  const all = removeNote([discussion('d1', [note(1), event, first, last])], '1');
  const thread = await show(all);
  const [opening, reply] = within(thread).getAllByRole('article');
  expect(opening?.textContent).toContain('An answer');
  expect(reply?.id).toBe('note_4');
  expect(within(thread).getByRole('listitem').textContent).toContain('changed this line');
  expect(within(thread).getByRole('button', { name: 'Resolve thread' })).toBeTruthy();
  await userEvent.click(within(thread).getByRole('button', { name: 'Collapse replies' }));
  expect(within(thread).getByRole('button', { name: /1 reply/ })).toBeTruthy();
  expect(opening?.isConnected).toBe(true);
});

it('with nothing but an event below its first words there are no replies to fold', async () => {
  const thread = await show([discussion('d1', [note(1), event])]);
  expect(within(thread).queryByRole('button', { name: /Collapse/ })).toBeNull();
  expect(within(thread).getByRole('listitem').textContent).toContain('changed this line');
});

it('a resolved thread that goes on in an issue says so when it is opened', async () => {
  const note_html = '<p>created <a href="/p/-/issues/7">#7</a> to continue this discussion</p>';
  const goesOn = note(2, { ...event, id: '2', system_note_icon_name: 'discussion', note_html });
  const resolved = { resolvable: true, resolved: true, expanded: false };
  const thread = await show([discussion('d1', [note(1, resolved), goesOn], resolved)]);
  const link = () => within(thread).queryByRole('link', { name: '#7' });
  expect(link()).toBeNull();
  await userEvent.click(within(thread).getByRole('button', { expanded: false }));
  expect(link()?.getAttribute('href')).toBe('/p/-/issues/7');
  expect(within(thread).getByRole('listitem').textContent).toContain('created #7 to continue this discussion');
});

describe('a thread that was begun while one commit of many was looked at', () => {
  const sha = '0123456789abcdef0123456789abcdef01234567';
  const path = `/p/-/merge_requests/1/diffs?commit_id=${sha}#line`;
  const begun = { commit_id: sha, diff_discussion: true, discussion_path: path };
  const told = async (overrides: Partial<PageDiscussion>) => {
    const thread = await show([discussion('d1', [note(1, { author: writer('Ada') })], { ...begun, ...overrides })]);
    return { thread, header: within(thread).getByRole('article').querySelector('header')?.textContent };
  };

  it('names it and leads to its changes', async () => {
    const { thread, header } = await told({});
    expect(header).toContain('Ada@adastarted a thread on commit 01234567');
    expect(within(thread).getByRole('link', { name: '01234567' }).getAttribute('href')).toBe(path);
    expect((await axe.run(thread, { resultTypes: ['violations'] })).violations).toEqual([]);
  });

  it('says that the change is outdated', async () => {
    const { header } = await told({ active: false });
    expect(header).toContain('started a thread on an outdated change in commit 01234567');
  });

  it('says nothing on the page of the commit, and of none', async () => {
    expect((await told({ for_commit: true })).header).not.toContain('started a thread');
    cleanup();
    expect((await told({ commit_id: null })).header).not.toContain('started a thread');
  });
});
