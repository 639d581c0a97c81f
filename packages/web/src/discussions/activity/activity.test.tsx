import type { NotesData, PageDiscussion } from '@tributary/contract/discussions/page.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { pageData, shellData } from '../../../testing/page-data.ts';
import { discussion, note, notesData, writer } from '../../../testing/page-notes.ts';
import { renderPage, type Sent, type ServerAnswer } from '../../../testing/render-page.tsx';
import { preloadMenus } from '../../ui/menu.tsx';
import { AssigningContext } from '../store/assigning.ts';
import { DiscussionsProvider } from '../store/use-discussions.tsx';
import { Activity } from './activity.tsx';
import { IS_FULL } from '../../../testing/full-run.ts';

const GRACE = writer('Grace Hopper');
const ADA = { ...GRACE, id: 3, username: 'ada', name: 'Ada Lovelace', path: '/ada' };
const MINE = { can_edit: true, can_award_emoji: false, can_resolve: true, can_resolve_discussion: true };

beforeEach(async () => {
  localStorage.clear();
  Element.prototype.scrollIntoView = vi.fn<() => void>();
  await preloadMenus();
});

type Options = {
  notes?: Partial<NotesData>;
  answer?: (sent: Sent) => ServerAnswer | undefined;
  assign?: (id: number, isWanted: boolean) => Promise<void>;
  signedOut?: boolean;
  renderDiff?: (discussion: PageDiscussion) => null;
};

async function show(discussions: PageDiscussion[], options: Options = {}) {
  const page = (
    <DiscussionsProvider notes={notesData(options.notes)}>
      <AssigningContext value={options.assign ? { assigneeIds: [3], assign: options.assign } : null}>
        <Activity renderDiff={options.renderDiff ?? (() => null)} hasTimeline />
      </AssigningContext>
    </DiscussionsProvider>
  );
  const shell = shellData(options.signedOut === true ? { viewer: null } : {});
  const rendered = await renderPage(
    () => page,
    pageData({}, { shell }),
    (sent) => options.answer?.(sent) ?? { body: sent.path.startsWith('/d.json') ? discussions : [] },
  );
  await waitFor(() => expect(screen.queryByText('Loading activity')).toBeNull());
  return rendered;
}

const alone = (id: number, overrides: Parameters<typeof note>[1] = {}) =>
  discussion(`d${id}`, [note(id, { discussion_id: `d${id}`, resolvable: false, type: null, ...overrides })], {
    individual_note: true,
    resolvable: false,
  });

async function choose(item: string | RegExp, of = 0) {
  const more = screen.getAllByRole('button', { name: 'More actions' })[of];
  if (!more) throw new Error('there is no such note');
  await userEvent.click(more);
  await userEvent.click(await screen.findByRole('menuitem', { name: item }));
}

describe('who wrote a note', () => {
  it.runIf(IS_FULL)('is assigned or let go from its menu', async () => {
    const assign = vi.fn<(id: number, isWanted: boolean) => Promise<void>>(async () => undefined);
    await show([alone(1, { author: GRACE }), alone(2, { author: ADA }), alone(3)], { assign });
    await choose('Assign to commenting user', 0);
    expect(assign).toHaveBeenLastCalledWith(2, true);
    await choose('Unassign from commenting user', 1);
    expect(assign).toHaveBeenLastCalledWith(3, false);
    await userEvent.click(screen.getAllByRole('button', { name: 'More actions' })[2] as HTMLElement);
    expect(await screen.findByRole('menuitem', { name: 'Copy link' })).toBeTruthy();
    expect(screen.queryByRole('menuitem', { name: /commenting user/ })).toBeNull();
  });

  it('is told of when that fails', async () => {
    await show([alone(1, { author: GRACE })], { assign: () => Promise.reject(new Error('refused')) });
    await choose('Assign to commenting user');
    expect(await screen.findByText('Something went wrong while updating assignees')).toBeTruthy();
  });

  it('is not assigned where nobody may be', async () => {
    await show([alone(1, { author: GRACE })]);
    await userEvent.click(screen.getByRole('button', { name: 'More actions' }));
    expect(await screen.findByRole('menuitem', { name: 'Copy link' })).toBeTruthy();
    expect(screen.queryByRole('menuitem', { name: /commenting user/ })).toBeNull();
  });
});

describe('a comment that stands alone', () => {
  const said = () => alone(1, { author: GRACE, note: 'Why so?' });
  const answered = discussion('d1', [
    note(1, { discussion_id: 'd1', author: GRACE, note: 'Why so?' }),
    note(2, { discussion_id: 'd1', author: ADA, note: 'It has to be.', note_html: '<p>It has to be.</p>' }),
  ]);
  const answer = ({ method, path }: Sent): ServerAnswer | undefined =>
    method === 'POST' && path === '/notes'
      ? { body: { valid: true, commands_changes: {}, discussion: answered } }
      : undefined;
  const reply = () => screen.queryByRole<HTMLTextAreaElement>('textbox', { name: 'Reply' });
  const comment = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' });

  it('is answered in its place, and is a thread then', async () => {
    const { sent } = await show([said()], { answer, notes: { noteableId: 81 } });
    const open = () => userEvent.click(screen.getByRole('button', { name: 'Reply to comment' }));
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(reply()).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Reply to comment' })));
    await open();
    await userEvent.type(reply() as HTMLElement, 'It has to be.');
    await userEvent.click(screen.getByRole('button', { name: 'Reply' }));
    expect(await screen.findByRole('group', { name: 'Thread' })).toBeTruthy();
    expect(sent.find(({ method, path }) => method === 'POST' && path === '/notes')?.body).toMatchObject({
      in_reply_to_discussion_id: 'd1',
      note: { note: 'It has to be.' },
    });
    expect([reply(), screen.queryByRole('button', { name: 'Reply to comment' })]).toEqual([null, null]);
  });

  it('is answered and quoted from the timeline too, which makes room for it', async () => {
    await show([said()], { notes: { noteableId: 82 } });
    const toTimeline = async () => {
      await userEvent.click(screen.getByRole('button', { name: 'Turn timeline view on' }));
      expect(screen.queryByRole('textbox', { name: 'Comment' })).toBeNull();
    };
    await toTimeline();
    await choose(/^Quote reply/);
    await waitFor(() => expect(comment().value).toBe('> Why so?\n\n'));
    await toTimeline();
    await userEvent.click(screen.getByRole('button', { name: 'Reply to comment' }));
    expect(await screen.findByRole('textbox', { name: 'Reply' })).toBeTruthy();
  });

  it('is quoted by key wherever there are comments', async () => {
    await show([said()], { notes: { noteableId: 83 } });
    screen.getByRole('article').focus();
    await userEvent.keyboard('r');
    await waitFor(() => expect(comment().value).toBe('> Why so?\n\n'));
  });
});

describe('those who are signed out', () => {
  it('are shown the way in below each thread and below everything, and no menu', async () => {
    const off = { canCreateNote: false, canCreateInternalNote: false, canResolve: false };
    const text = 'Please register or sign in to reply';
    const closed = { can_edit: false, can_award_emoji: false, can_resolve: false, can_resolve_discussion: false };
    await show([discussion('d1', [note(1, { current_user: closed })]), alone(2)], {
      signedOut: true,
      notes: { notice: { kind: 'signed_out', text }, currentUser: off },
    });
    const ways = screen.getAllByText((_, element) => element?.tagName === 'P' && element.textContent === text);
    expect(ways).toHaveLength(2);
    expect(screen.getAllByRole('link', { name: 'sign in' })[0]?.getAttribute('href')).toBe(
      `/users/sign_in?redirect=${encodeURIComponent(window.location.pathname)}`,
    );
    expect(screen.queryByRole('button', { name: 'More actions' })).toBeNull();
    const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } });
    expect(violations.map(({ id }) => id)).toEqual([]);
  });
});

describe('those who may not write', () => {
  const off = { canCreateNote: false, canCreateInternalNote: false, canResolve: false };
  const text = 'This project is archived and cannot be commented on.';
  const notes = { notice: { kind: 'archived' as const, text }, currentUser: off };

  it('are told why in the timeline as well', async () => {
    await show([alone(2)], { notes: { ...notes, noteableId: 84 } });
    expect(screen.getByText(text)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Turn timeline view on' }));
    expect(screen.getByText(text)).toBeTruthy();
    expect(screen.queryByText(/turn timeline view off/)).toBeNull();
  });

  it('have no menu where nobody is signed in, whatever else keeps them', async () => {
    await show([alone(2)], { signedOut: true, notes });
    expect(screen.getByText(text)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'More actions' })).toBeNull();
  });
});

describe('an address that names a note', () => {
  it('unfolds its thread and gives it the focus', async () => {
    window.history.replaceState(null, '', '/d/p/-/issues/1#note_3');
    const replies = [note(1), note(3)].map((each) => ({ ...each, resolved: true }));
    await show([discussion('d1', replies, { resolved: true, expanded: false })]);
    await waitFor(() => expect(document.activeElement?.id).toBe('note_3'));
    window.history.replaceState(null, '', '/');
  });

  it('shows it although the chosen filter hides it; the choice stays, and can be made again', async () => {
    window.history.replaceState(null, '', '/d/p/-/issues/1#note_3');
    const { sent } = await show([discussion('d1', [note(3)])], { notes: { notesFilter: 2 } });
    await waitFor(() => expect(document.activeElement?.id).toBe('note_3'));
    expect(screen.getByRole('textbox', { name: 'Comment' })).toBeTruthy();
    expect(sent.filter(({ path }) => path.includes('persist_filter=true'))).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Sort or filter' }));
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Show history only' }));
    await waitFor(() => expect(document.getElementById('note_3')).toBeNull());
    window.history.replaceState(null, '', '/');
  });
});

describe('the fields', () => {
  it('open the last own note of a thread with Up, as the field below everything does anywhere', async () => {
    const own = { author: GRACE, current_user: MINE };
    await show([discussion('d1', [note(1, own), note(2, own), note(3, { author: ADA })]), alone(4, own)]);
    await userEvent.click(screen.getByRole('button', { name: 'Reply…' }));
    const reply = await screen.findByRole('textbox', { name: 'Reply' });
    await userEvent.type(reply, '{ArrowUp}');
    expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Edit comment' })).value).toBe('note 2');
    await userEvent.click(screen.getAllByRole('button', { name: 'Cancel' })[0] as HTMLElement);
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Edit comment' })).toBeNull());
    await userEvent.type(screen.getByRole('textbox', { name: 'Comment' }), '{ArrowUp}');
    expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Edit comment' })).value).toBe('note 4');
  });

  it('open it also in a thread that was settled and is folded', async () => {
    const own = { author: GRACE, current_user: MINE, resolved: true };
    const settled = [note(1, { resolved: true }), note(2, own)];
    await show([discussion('d1', settled, { resolved: true, expanded: false })]);
    expect(screen.queryByText('note 2')).toBeNull();
    await userEvent.type(screen.getByRole('textbox', { name: 'Comment' }), '{ArrowUp}');
    expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Edit comment' })).value).toBe('note 2');
  });

  it('keep who may read what is written, and what it starts, however the list is shown', async () => {
    const { sent } = await show([alone(1)], {
      notes: { noteableId: 71, currentUser: { canCreateNote: true, canCreateInternalNote: true, canResolve: true } },
    });
    const internal = () => screen.findByRole<HTMLInputElement>('checkbox', { name: 'Make this an internal note' });
    await userEvent.click(await internal());
    await userEvent.type(screen.getByRole('textbox', { name: 'Comment' }), 'Between us');
    await userEvent.click(screen.getByRole('button', { name: 'Comment type' }));
    await userEvent.click(await screen.findByRole('menuitemradio', { name: /^Start internal thread/ }));
    const arrange = async (item: string) => {
      await userEvent.click(screen.getByRole('button', { name: 'Sort or filter' }));
      await userEvent.click(await screen.findByRole('menuitemradio', { name: item }));
    };
    await arrange('Newest first');
    await arrange('Show history only');
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Comment' })).toBeNull());
    // Where the form was: what tells of it is not below a long history.
    const notice = screen.getByText('You’re only seeing other activity in the feed.');
    const list = screen.getByRole('list', { name: 'Activity' });
    expect(notice.compareDocumentPosition(list)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await arrange('Show all activity');
    await userEvent.click(screen.getByRole('button', { name: 'Turn timeline view on' }));
    await userEvent.click(screen.getByRole('button', { name: 'Turn timeline view off' }));
    expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' })).value).toBe('Between us');
    expect((await internal()).getAttribute('aria-checked') ?? String((await internal()).checked)).toBe('true');
    await userEvent.click(screen.getByRole('button', { name: 'Start internal thread' }));
    const made = () => sent.filter(({ method, path }) => method === 'POST' && path === '/notes');
    await expect.poll(made).toHaveLength(1);
    expect(made()[0]?.body).toMatchObject({ note: { note: 'Between us', type: 'DiscussionNote', internal: true } });
  });

  it('ask before a change is given up, also when the text was emptied', async () => {
    await show([alone(1, { author: GRACE, current_user: MINE })]);
    await userEvent.click(screen.getByRole('button', { name: 'Edit comment' }));
    const field = await screen.findByRole('textbox', { name: 'Edit comment' });
    fireEvent.change(field, { target: { value: '' } });
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('Are you sure you want to cancel editing this comment?')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Continue editing' }));
    expect(screen.getByRole('textbox', { name: 'Edit comment' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel editing' }));
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Edit comment' })).toBeNull());
  });
});

describe('what is loaded', () => {
  it('can be asked for again when it failed', async () => {
    let isDown = true;
    const answer = ({ path }: Sent) => (path.startsWith('/d.json') && isDown ? { status: 502, body: {} } : undefined);
    await show([alone(1)], { answer });
    expect(await screen.findByText('Something went wrong while fetching comments. Please try again.')).toBeTruthy();
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('note 1')).toBeTruthy();
    expect(screen.queryByText(/fetching comments/)).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Activity' })));
  });
});

describe('many threads', () => {
  it('are not drawn again because one of them changed', async () => {
    const drawn: string[] = [];
    const renderDiff = ({ id }: PageDiscussion) => {
      drawn.push(id);
      return null;
    };
    const threads = [1, 2, 3].map((id) =>
      discussion(`d${id}`, [note(id, { discussion_id: `d${id}` })], { diff_discussion: true }),
    );
    await show(threads, { renderDiff });
    expect(new Set(drawn)).toEqual(new Set(['d1', 'd2', 'd3']));
    drawn.length = 0;
    const second = within(screen.getAllByRole('group', { name: 'Thread' })[1] as HTMLElement);
    await userEvent.click(second.getByRole('button', { name: 'Hide thread' }));
    await second.findByRole('button', { name: 'Show thread' });
    expect(drawn.filter((id) => id !== 'd2')).toEqual([]);
  });
});
