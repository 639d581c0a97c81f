import type { NotesData, PageDiscussion, PageSuggestion } from '@tributary/contract/discussions/page.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { pageData } from '../../../testing/page-data.ts';
import { discussion, note, notesData } from '../../../testing/page-notes.ts';
import { renderPage, type Sent, type ServerAnswer } from '../../../testing/render-page.tsx';
import { DiscussionsProvider } from '../store/use-discussions.tsx';
import { Activity } from './activity.tsx';

const DOWN: ServerAnswer = { status: 502, body: {} };

beforeEach(() => localStorage.clear());
afterEach(() => vi.useRealTimers());

const suggestion = (id: number): PageSuggestion => ({
  id,
  file_path: `src/${id}.ts`,
  from_line: 1,
  to_line: 1,
  diff_lines: [],
  applied: false,
  appliable: true,
  inapplicable_reason: null,
  commit_path: null,
  apply_path: '',
  current_user: { can_apply: true },
});

async function show(
  discussions: PageDiscussion[],
  answer: (sent: Sent) => ServerAnswer | Promise<ServerAnswer> | undefined,
  notes: Partial<NotesData> = {},
) {
  const page = (
    <DiscussionsProvider notes={notesData(notes)}>
      <Activity renderDiff={() => null} />
    </DiscussionsProvider>
  );
  const rendered = await renderPage(
    () => page,
    pageData({}),
    (sent) => answer(sent) ?? { body: sent.path.startsWith('/d.json') ? discussions : [] },
  );
  await waitFor(() => expect(screen.queryByText('Loading activity')).toBeNull());
  return rendered;
}

const press = (name: string, of = 0) => userEvent.click(screen.getAllByRole('button', { name })[of] as HTMLElement);

describe('a link to a note that is not there', () => {
  afterEach(() => window.history.replaceState(null, '', '/'));
  const LOST = 'This comment is no longer here. It might have been deleted.';

  it.each([
    ['one that is there says nothing', '#note_1', 0],
    ['one that is gone says so', '#note_9', 1],
  ])('%s', async (_name, hash, times) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    window.history.replaceState(null, '', `/d/p/-/issues/1${hash}`);
    Element.prototype.scrollIntoView = vi.fn<() => void>();
    await show([discussion('d1', [note(1)])], () => undefined);
    await act(() => vi.advanceTimersByTimeAsync(4_000));
    expect(screen.queryAllByText(LOST)).toHaveLength(times);
  });
});

describe('what is said of failures', () => {
  it('news: nothing for the first failure, a notice from the second on, until it works again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    let isDown = true;
    await show([discussion('d1', [note(1)])], ({ path }) =>
      path === '/n' ? (isDown ? DOWN : { body: { notes: [], last_fetched_at: '1' } }) : undefined,
    );
    const said = 'Something went wrong while fetching latest comments.';
    const wait = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
    await wait(2_600);
    expect(screen.queryByText(said)).toBeNull();
    await wait(6_100);
    expect(screen.getByText(said)).toBeTruthy();
    isDown = false;
    await wait(6_100);
    expect(screen.queryByText(said)).toBeNull();
  });

  it('versions of a description: reading and deleting one', async () => {
    const system = note(1, {
      system: true,
      resolvable: false,
      note_html: '<p>changed the description</p>',
      description_version_id: 7,
      description_diff_path: '/versions/7/diff',
      can_delete_description_version: true,
      delete_description_version_path: '/versions/7',
    });
    const failing = new Set(['/versions/7/diff', '/versions/7']);
    await show([discussion('d1', [system], { individual_note: true, resolvable: false })], ({ path }) => {
      if (failing.has(path)) return DOWN;
      if (path === '/versions/7/diff') return { body: [{ kind: 'added', text: 'new words' }] };
      return path === '/versions/7' ? { status: 204 } : undefined;
    });
    await press('Compare with previous version');
    const unread = 'Something went wrong while fetching description changes. Please try again.';
    expect(await screen.findByText(unread)).toBeTruthy();
    failing.delete('/versions/7/diff');
    await press('Compare with previous version');
    expect(await screen.findByText('new words')).toBeTruthy();
    await press('Remove description history');
    await userEvent.click(await screen.findByRole('button', { name: 'Delete version' }));
    const undeleted = 'Something went wrong while deleting description changes. Please try again.';
    expect(await screen.findByText(undeleted)).toBeTruthy();
    failing.delete('/versions/7');
    await press('Remove description history');
    await userEvent.click(await screen.findByRole('button', { name: 'Delete version' }));
    expect(await screen.findByText('Deleted')).toBeTruthy();
  });

  it('suggestions: nothing new is asked for while one is applied', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    const html = '<pre class="suggestion">x</pre>';
    const thread = discussion('d1', [note(1, { suggestions: [suggestion(1)], note_html: html })]);
    let done: (answer: Promise<ServerAnswer>) => void = () => undefined;
    const answer = new Promise<ServerAnswer>((resolve) => (done = resolve));
    const { sent } = await show([thread], ({ path }) => (path.includes('/suggestions/') ? answer : undefined));
    const polls = () => sent.filter(({ path }) => path === '/n').length;
    await press('Apply suggestion');
    await userEvent.click(await screen.findByRole('button', { name: 'Apply' }));
    const before = polls();
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(polls()).toBe(before);
    done(Promise.resolve(DOWN));
    await act(() => vi.advanceTimersByTimeAsync(3_000));
    expect(polls()).toBe(before + 1);
  });

  it('suggestions: one, and several together; what the server says of one is told instead', async () => {
    const html = '<pre class="suggestion">x</pre>';
    const threads = [1, 2].map((id) =>
      discussion(`d${id}`, [note(id, { discussion_id: `d${id}`, suggestions: [suggestion(id)], note_html: html })]),
    );
    let refusal: ServerAnswer = DOWN;
    await show(threads, ({ path }) => (path.includes('/suggestions/') ? refusal : undefined));
    const apply = async (opener: string) => {
      await press(opener);
      await userEvent.click(await screen.findByRole('button', { name: 'Apply' }));
    };
    await apply('Apply suggestion');
    const one = 'Something went wrong while applying the suggestion. Please try again.';
    expect(await screen.findByText(one)).toBeTruthy();
    refusal = {
      status: 400,
      body: { error: { code: 'suggestion_stale', message: 'The lines have changed.', params: {} } },
    };
    await userEvent.click(screen.getByRole('button', { name: 'Apply' }));
    expect(await screen.findByText('The lines have changed.')).toBeTruthy();
    refusal = DOWN;
    await userEvent.keyboard('{Escape}');
    await press('Add suggestion to batch');
    await press('Add suggestion to batch');
    await apply('Apply 2 suggestions');
    const several = 'Something went wrong while applying the batch of suggestions. Please try again.';
    expect(await screen.findByText(several)).toBeTruthy();
  });

  it('commands: what was done when there was nothing else, and what was refused', async () => {
    const status = (parts: object) => ({
      body: {
        valid: true,
        commands_changes: {},
        quick_actions_status: {
          messages: [],
          error_messages: [],
          command_names: [],
          commands_only: true,
          error: false,
          ...parts,
        },
      },
    });
    const answers = [
      status({ messages: ['Closed this issue.'] }),
      { status: 422, body: { errors: { commands_only: ['Could not apply close command.'] } } },
    ];
    await show([], ({ method, path }) => (method === 'POST' && path === '/notes' ? answers.shift() : undefined));
    const field = screen.getByRole('textbox', { name: 'Comment' });
    await userEvent.type(field, '/close');
    await press('Comment');
    expect(await screen.findByText('Commands applied')).toBeTruthy();
    await userEvent.type(field, '/close');
    await press('Comment');
    expect(await screen.findByText('Could not apply close command.')).toBeTruthy();
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' }).value).toBe('/close');
  });

  it('commands alone that settle a thread: it shows that, and what failed is not told at what others said', async () => {
    const missed = 'There is no ~"bgu" label.';
    const settled = { resolved: true, resolved_at: '2026-01-01T00:00:09.000Z' };
    const answer = {
      valid: false,
      commands_changes: {},
      discussion: discussion('d1', [note(1, settled)], settled),
      quick_actions_status: {
        messages: ['Added ~"bug" label.'],
        error_messages: [missed],
        command_names: ['label'],
        commands_only: true,
        error: true,
      },
    };
    const { sent } = await show([discussion('d1', [note(1)])], ({ method, path }) =>
      method === 'POST' && path === '/notes' ? { body: answer } : undefined,
    );
    await press('Reply…');
    await userEvent.type(await screen.findByRole('textbox', { name: 'Reply' }), '/label ~bug ~bgu');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Resolve thread' }));
    await press('Comment & resolve thread');
    const thread = await screen.findByRole('group', { name: 'Resolved thread' });
    expect(sent.find(({ path }) => path === '/notes')?.body).toMatchObject({ resolve_discussion: true });
    expect(screen.getByText(missed)).toBeTruthy();
    await userEvent.click(within(thread).getByRole('button', { name: 'Show thread' }));
    expect(within(thread).getByRole('article')).toBeTruthy();
    expect(within(thread).queryByText(missed)).toBeNull();
  });

  it('commands that failed beside a comment are told at it, until that is put away', async () => {
    const failed = 'Could not apply /milestone: the milestone was not found';
    const quick_actions_status = {
      messages: [],
      error_messages: [failed],
      command_names: ['milestone'],
      commands_only: false,
      error: true,
    };
    const made = discussion('d9', [note(9, { discussion_id: 'd9' })]);
    await show([], ({ method, path }) =>
      method === 'POST' && path === '/notes'
        ? { body: { valid: true, commands_changes: {}, discussion: made, quick_actions_status } }
        : undefined,
    );
    await userEvent.type(screen.getByRole('textbox', { name: 'Comment' }), 'Words');
    await press('Comment');
    const article = await screen.findByRole('article');
    const told = await within(article).findByRole('alert');
    expect(told.textContent).toContain(failed);
    await userEvent.click(within(told).getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByText(failed)).toBeNull();
  });

  it('commands that were done after their answer was lost, until it is put away', async () => {
    const laterCommands = {
      messages: ['Closed this issue.'],
      error_messages: ['Could not apply /label: no'],
      until: '7',
    };
    const gone: string[] = [];
    let status = 502;
    await show(
      [],
      ({ method, path }) => {
        if (method !== 'DELETE') return undefined;
        gone.push(path);
        return { status, body: {} };
      },
      { laterCommands },
    );
    const said = () => screen.queryByText('Your earlier commands were processed');
    expect(said()).toBeTruthy();
    expect(screen.getByText('Closed this issue.')).toBeTruthy();
    expect(screen.getByText('Could not apply /label: no')).toBeTruthy();
    await press('Dismiss');
    await waitFor(() => expect(gone).toEqual(['/later?until=7']));
    await waitFor(() => expect(said()).toBeTruthy());
    status = 200;
    await press('Dismiss');
    await waitFor(() => expect(gone).toHaveLength(2));
    expect(said()).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Activity' })));
  });
});
