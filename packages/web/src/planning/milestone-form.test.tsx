import type { MilestoneEntry } from '@tributary/contract/planning/page.ts';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { pageData } from '../../testing/page-data.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { usePage } from '../app/navigation.tsx';
import { AppError } from '../lib/app-error.ts';
import { uploadPlaceholderText } from '../discussions/model/upload-placeholders.ts';
import { type MilestoneBody, MilestoneForm } from './milestone-form.tsx';

const writing = { previewMarkdownPath: '/preview', uploadsPath: null };

beforeEach(() => localStorage.clear());

async function open(place: string) {
  const onSubmit = vi.fn<(body: MilestoneBody, headers: Record<string, string>) => Promise<void>>(
    async () => undefined,
  );
  const onClose = vi.fn<() => void>();
  await renderPage(
    () => (
      <MilestoneForm
        milestone={null}
        place={place}
        autoFocus
        writing={writing}
        submitLabel="Create milestone"
        onSubmit={onSubmit}
        onClose={onClose}
      />
    ),
    pageData({}),
    () => ({ body: [] }),
  );
  return { onSubmit, onClose };
}

const title = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Title/ });
const due = () => screen.getByLabelText<HTMLInputElement>(/^Due date/);
const create = () => userEvent.click(screen.getByRole('button', { name: 'Create milestone' }));

it('is not sent while a file of its description is still on the way', async () => {
  const { onSubmit } = await open('milestone-new-project-1');
  await userEvent.type(title(), 'Spring');
  const description = screen.getByRole('textbox', { name: /^Description/ });
  await userEvent.click(description);
  await userEvent.paste(uploadPlaceholderText('0000000a', 'plan.png'));
  await create();
  expect(await screen.findByText(/^A file is not uploaded yet/)).toBeTruthy();
  expect(onSubmit).not.toHaveBeenCalled();
  await userEvent.clear(description);
  await create();
  expect(onSubmit).toHaveBeenCalledOnce();
});

it('what was written and chosen is there again, until it has arrived or is thrown away', async () => {
  const place = 'milestone-new-project-2';
  await open(place);
  await userEvent.type(title(), 'Spring');
  fireEvent.change(due(), { target: { value: '2027-03-21' } });
  cleanup();
  const { onSubmit, onClose } = await open(place);
  expect([title().value, due().value]).toEqual(['Spring', '2027-03-21']);
  onSubmit.mockRejectedValueOnce(new AppError({ status: 503, code: 'unavailable', message: 'Try later.' }));
  await create();
  expect(await screen.findByText('Try later.')).toBeTruthy();
  expect([title().value, due().value, onClose.mock.calls.length]).toEqual(['Spring', '2027-03-21', 0]);
  await create();
  expect(onSubmit).toHaveBeenLastCalledWith(
    { title: 'Spring', description: '', start_date: '', due_date: '2027-03-21' },
    { 'Idempotency-Key': expect.any(String), 'X-Unfinished-Text': `${place} title description` },
  );
  // Sent again it was the same request.
  expect(onSubmit.mock.calls[1]?.[1]).toEqual(onSubmit.mock.calls[0]?.[1]);
  expect([title().value, due().value, onClose.mock.calls.length]).toEqual(['', '', 1]);
  await userEvent.type(title(), 'Summer');
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }));
  await expect.poll(() => onClose.mock.calls.length).toBe(2);
  expect(title().value).toBe('');
});

const entry = (parts: Partial<MilestoneEntry> = {}): MilestoneEntry => ({
  id: 7,
  iid: 7,
  title: 'Spring',
  description: 'Sow',
  state: 'active',
  startDate: null,
  dueDate: '2027-03-21',
  isExpired: false,
  href: '/works/-/milestones/7',
  owner: { kind: 'group', id: 2, name: 'Works', fullPath: 'works', href: '/works' },
  progress: { total: 0, done: 0 },
  updatedAt: '2027-01-01T00:00:00.000Z',
  version: '2027-01-01T00:00:00.000Z',
  promotesTo: null,
  can: { update: true, delete: true },
  ...parts,
});

it('when someone else was faster, theirs is shown above, and saved is what was changed, once theirs was seen', async () => {
  const theirs = entry({ title: 'Early spring', dueDate: '2027-03-01', version: '2027-01-02T00:00:00.000Z' });
  const refused = new AppError({ status: 409, code: 'milestone_changed', message: 'Changed.' });
  const onSubmit = vi.fn<(body: MilestoneBody) => Promise<void>>(async () => undefined);
  onSubmit.mockRejectedValueOnce(refused);
  await renderPage(
    () => (
      <MilestoneForm
        milestone={usePage<MilestoneEntry>().data}
        place="milestone-7"
        autoFocus
        writing={writing}
        submitLabel="Save changes"
        onSubmit={onSubmit}
        onClose={() => undefined}
      />
    ),
    pageData(entry()),
    () => ({ body: [] }),
    () => pageData(theirs),
  );
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Save changes' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Description' }), ' oats');
  await save();
  const notice = await screen.findByLabelText('The updated milestone');
  expect(notice.textContent).toBe('Early spring\n\nDue date: 2027-03-01\n\nSow');
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Description' }).value).toBe('Sow oats');
  await userEvent.click(screen.getByRole('button', { name: 'Keep my text' }));
  await save();
  expect(onSubmit.mock.calls.map(([body]) => body)).toEqual([
    { description: 'Sow oats', last_known_updated_at: '2027-01-01T00:00:00.000Z' },
    { description: 'Sow oats', last_known_updated_at: theirs.version },
  ]);
});
