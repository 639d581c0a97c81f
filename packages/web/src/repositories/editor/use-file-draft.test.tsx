import { MAX_AUTOSAVE_BYTES } from '@tributary/contract/discussions/autosaves.ts';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { pageData, shellData } from '../../../testing/page-data.ts';
import { renderPage, type Sent } from '../../../testing/render-page.tsx';
import { storage } from '../../lib/storage.ts';
import { AutosaveHint } from './autosave-hint.tsx';
import { fieldsOfFile, fileOfFields, fileDraftScope, oldDraftKey, parseOldFileDraft } from '../model/file-draft.ts';
import { useDraftsLoaded, useFileDraft, useFoundDraft } from './use-file-draft.ts';
import { IS_FULL } from '../../../testing/full-run.ts';

const of = [7, 'main', 'src/river.ts'] as const;
const place = fileDraftScope(...of);
let person = 500;

function Written() {
  const found = useFoundDraft(place, fileOfFields);
  const [text, setText] = useState(found?.content ?? 'as it is');
  const draft = useFileDraft(place, () =>
    fieldsOfFile({ content: text === 'as it is' ? null : text, path: '', message: '', baseCommitId: 'c0ffee' }),
  );
  const write = (next: string) => {
    setText(next);
    draft.touch();
  };
  return (
    <>
      <textarea aria-label="Code" value={text} onChange={(event) => write(event.target.value)} />
      <button onClick={() => write('\n'.repeat(MAX_AUTOSAVE_BYTES / 2))}>Long</button>
      <button onClick={() => draft.clear(true)}>Commit</button>
      <p>
        <AutosaveHint place={place} />
      </p>
    </>
  );
}

function Page() {
  const old = { key: oldDraftKey(...of), parse: parseOldFileDraft, fieldsOf: fieldsOfFile };
  return useDraftsLoaded(place, old) ? <Written /> : <p>Looking</p>;
}

/** A page of someone new, whose texts the server has as given. */
async function show(kept: object[] = []): Promise<Sent[]> {
  const { viewer } = shellData();
  const shell = shellData({ viewer: viewer && { ...viewer, id: person } });
  const { sent } = await renderPage(Page, pageData({}, { shell }), ({ method, path, body }) => {
    if (!path.startsWith('/-/unfinished_texts')) return { body: [] };
    return { body: method === 'GET' ? kept : { ...(body as object), revision: 1, updated_at: '' } };
  });
  await screen.findByRole('textbox', { name: 'Code' });
  return sent;
}

const code = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Code' });
const saved = (sent: readonly Sent[]) => sent.flatMap(({ method, body }) => (method === 'PUT' ? [body] : []));

beforeEach(() => {
  person += 1;
  localStorage.clear();
});

it('what another device wrote is there from the beginning, and what is written here goes to the server', async () => {
  const sent = await show([{ field: 'text', text: 'from afar', base: 'beef', revision: 3, updated_at: '2026-01-01' }]);
  expect(code().value).toBe('from afar');
  await userEvent.type(code(), '!');
  await expect
    .poll(() => saved(sent), { timeout: 5_000 })
    .toEqual([expect.objectContaining({ place, field: 'text', text: 'from afar!', base: 'c0ffee', revision: 3 })]);
  expect(screen.getByText(/on all your devices/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Commit' }));
  await expect
    .poll(() => sent.some(({ method, path }) => method === 'DELETE' && path.includes('sent=true')))
    .toBe(true);
});

it('what this device alone kept before is taken over once', async () => {
  const old = {
    content: 'from before',
    path: '',
    message: '',
    baseCommitId: null,
    savedAt: '2026-01-01T00:00:00.000Z',
  };
  storage.set(oldDraftKey(...of), old);
  const sent = await show();
  expect(code().value).toBe('from before');
  await expect.poll(() => saved(sent), { timeout: 5_000 }).toEqual([expect.objectContaining({ text: 'from before' })]);
  expect(storage.keys('draft.')).toEqual([]);
});

it.runIf(IS_FULL)('a text that is too long for the server stays on the device, and the page says so', async () => {
  const sent = await show();
  await userEvent.click(screen.getByRole('button', { name: 'Long' }));
  await screen.findByText(/too long to sync/, undefined, { timeout: 5_000 });
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(saved(sent)).toEqual([]);
  const [key = ''] = storage.keys('text.');
  expect(storage.get(key, 0, (kept) => (kept as { text: string }).text.length)).toBe(MAX_AUTOSAVE_BYTES / 2);
});
