import type { MergeRequestShowPageData, PageCommit } from '@tributary/contract/merge-requests/page.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { pageData } from '../../../testing/page-data.ts';
import { renderPage, type Sent, type ServerAnswer } from '../../../testing/render-page.tsx';
import { usePage } from '../../app/navigation.tsx';
import { ContextCommits } from './context-commits.tsx';
import { IS_FULL } from '../../../testing/full-run.ts';

type Commits = NonNullable<MergeRequestShowPageData['commits']>;

const SEARCH = '/g/p/-/merge_requests/1/context_commits.json';
const CHANGE = '/api/v4/projects/1/merge_requests/1/context_commits';
const TITLES = ['One', 'Two', 'Three'];
const DATE = '2026-01-01T00:00:00Z';

const shaOf = (title: string) => String(TITLES.indexOf(title)).repeat(40);

function pageCommit(title: string): PageCommit {
  const sha = shaOf(title);
  return {
    sha,
    shortSha: sha.slice(0, 8),
    title,
    body: '',
    authorName: 'Ann',
    authorEmail: 'ann@example.org',
    author: null,
    authoredAt: DATE,
    committedAt: DATE,
    path: `/g/p/-/commit/${sha}`,
    changesPath: `/g/p/-/merge_requests/1/diffs?commit_id=${sha}`,
  };
}

function Shown() {
  return <ContextCommits {...usePage<Commits>().data} />;
}

/** A merge request that names some of three commits; `refuses` says which changes the server is too busy for. */
async function openDialog(most: number, refuses: (method: string) => boolean = () => false) {
  const named = new Set(['One', 'Two']);
  const offered = TITLES.map((title) => ({
    id: shaOf(title),
    short_id: shaOf(title).slice(0, 8),
    title,
    author_name: 'Ann',
    authored_date: DATE,
  }));
  const page = () =>
    pageData<Commits>({
      items: [],
      total: 0,
      context: TITLES.filter((title) => named.has(title)).map(pageCommit),
      contextPath: '/g/p/-/merge_requests/1/diffs?only_context_commits=true',
      contextForm: { searchPath: SEARCH, pageSize: 40, changePath: CHANGE, branch: 'main', most },
    });
  const answer = ({ method, body }: Sent): ServerAnswer => {
    if (method === 'GET') return { body: offered };
    if (refuses(method)) return { status: 503 };
    const { commits } = body as { commits: string[] };
    for (const title of TITLES.filter((each) => commits.includes(shaOf(each)))) {
      if (method === 'POST') named.add(title);
      else named.delete(title);
    }
    return method === 'POST' ? { status: 201, body: [] } : { status: 204 };
  };
  const { sent } = await renderPage(Shown, page(), answer, page);
  await userEvent.click(screen.getByRole('button', { name: 'Add or remove commits' }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByRole('checkbox', { name: 'Three' });
  const changes = () =>
    sent
      .filter(({ method }) => method !== 'GET')
      .map(({ method, body }) => [method, ...(body as { commits: string[] }).commits]);
  return { dialog, sent, changes };
}

const press = (dialog: ReturnType<typeof within>, name: string) =>
  userEvent.click(dialog.getByRole('button', { name }));
const tick = (dialog: ReturnType<typeof within>, title: string) =>
  userEvent.click(dialog.getByRole('checkbox', { name: title }));
const shown = () => TITLES.filter((title) => screen.queryByRole('link', { name: title }));

afterEach(() => vi.unstubAllGlobals());

describe('the days that commits are looked for by', () => {
  it.runIf(IS_FULL)('have years of four digits; another one is told and loses nothing', async () => {
    const { dialog, sent } = await openDialog(100);
    await tick(dialog, 'Three');
    const [from, to] = [dialog.getByLabelText('Committed from'), dialog.getByLabelText('Committed to')];
    expect([from.getAttribute('max'), to.getAttribute('max')]).toEqual(['9999-12-31', '9999-12-31']);
    fireEvent.change(from, { target: { value: '20266-01-01' } });
    expect(await dialog.findByText('Enter a four-digit year.')).toBeTruthy();
    expect(from.getAttribute('aria-invalid')).toBe('true');
    fireEvent.change(from, { target: { value: '2026-01-01' } });
    await waitFor(() => expect(sent.at(-1)?.path).toContain('since='));
    expect(dialog.queryByText('Enter a four-digit year.')).toBeNull();
    fireEvent.change(to, { target: { value: '2026-03-01' } });
    expect(from.getAttribute('max')).toBe('2026-03-01');
    expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: 'Three' }).checked).toBe(true);
  });
});

describe('saving what was ticked', () => {
  it('takes nothing off before the new ones are named, and sends again only what was not saved', async () => {
    let isBusy = true;
    const { dialog, changes } = await openDialog(100, (method) => isBusy && method === 'DELETE');
    await tick(dialog, 'One');
    await tick(dialog, 'Three');
    await press(dialog, 'Save changes');
    await dialog.findByRole('alert');
    isBusy = false;
    await press(dialog, 'Save changes');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const [added, removed] = [
      ['POST', shaOf('Three')],
      ['DELETE', shaOf('One')],
    ];
    expect(changes()).toEqual([added, removed, removed]);
    expect(shown()).toEqual(['Two', 'Three']);
  });

  it('makes room first where both would be too many', async () => {
    const { dialog, changes } = await openDialog(2);
    await tick(dialog, 'One');
    await tick(dialog, 'Three');
    await press(dialog, 'Save changes');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(changes().map(([method]) => method)).toEqual(['DELETE', 'POST']);
    expect(shown()).toEqual(['Two', 'Three']);
  });

  it.each([
    ['named', 100, 'DELETE', ['One', 'Two', 'Three']],
    ['taken off', 2, 'POST', ['Two']],
  ])('shows who gives up what was %s all the same', async (_what, most, refused, left) => {
    const { dialog } = await openDialog(most, (method) => method === refused);
    await tick(dialog, 'One');
    await tick(dialog, 'Three');
    await press(dialog, 'Save changes');
    await dialog.findByRole('alert');
    await press(dialog, 'Cancel');
    await waitFor(() => expect(shown()).toEqual(left));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
