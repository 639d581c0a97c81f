import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { MAX_UPLOAD_BYTES } from '@tributary/contract/discussions/uploads.ts';
import { TooltipLayer } from '../../ui/tooltip-layer.tsx';
import { knownCommands } from '../store/known-commands.ts';
import { MarkdownEditor } from './markdown-editor.tsx';

/** Requests of files, answered by hand. */
class FakeRequest extends EventTarget {
  static all: FakeRequest[] = [];
  upload = new EventTarget();
  status = 0;
  responseText = '';
  name = '';
  isAborted = false;
  open() {}
  setRequestHeader() {}
  send(body: FormData) {
    this.name = (body.get('file') as File).name;
    FakeRequest.all.push(this);
  }
  abort() {
    this.isAborted = true;
    this.dispatchEvent(new Event('abort'));
  }
  tell(share: number) {
    const event = Object.assign(new Event('progress'), { lengthComputable: true, loaded: share * 100, total: 100 });
    act(() => void this.upload.dispatchEvent(event));
  }
  async answer(status: number, body: unknown) {
    Object.assign(this, { status, responseText: JSON.stringify(body) });
    await act(async () => void this.dispatchEvent(new Event('load')));
  }
  async lose() {
    await act(async () => void this.dispatchEvent(new Event('error')));
  }
  static of(name: string): FakeRequest {
    const found = FakeRequest.all.findLast((each) => each.name === name);
    if (!found) throw new Error(`${name} was not sent`);
    return found;
  }
}

function Editor({ initial = '' }: { initial?: string }) {
  const [text, setText] = useState(initial);
  return (
    <>
      <MarkdownEditor
        label="Comment"
        value={text}
        onValueChange={setText}
        previewPath="/g/p/-/preview_markdown?target_type=issue&target_id=7"
        uploadsPath="/g/p/-/uploads"
      />
      <TooltipLayer />
    </>
  );
}

const area = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' });
const picture = (name: string) => new File(['x'], name, { type: 'image/png' });
const paste = (...files: File[]) =>
  act(async () => void fireEvent.paste(area(), { clipboardData: { files, getData: () => '' } }));
const linkOf = (name: string) => ({ link: { alt: name, url: `/u/${name}`, markdown: `![${name}](/u/${name})` } });

beforeEach(() => {
  FakeRequest.all = [];
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
});

describe('files', () => {
  it('become links where their places stand by then, while the text goes on', async () => {
    render(<Editor initial="Before after" />);
    area().focus();
    area().setSelectionRange(7, 7);
    await paste(picture('one.png'), picture('two.png'));
    expect(area().value).toMatch(
      /^Before !\[Uploading one\.png…\]\(upload:\w{8}\)\n!\[Uploading two\.png…\]\(.*\) after$/,
    );
    FakeRequest.of('one.png').tell(0.4);
    expect(screen.getByRole('progressbar', { name: 'Uploading one.png' }).getAttribute('aria-valuenow')).toBe('40');
    // Typed before both places; the caret stays behind what was typed.
    area().setSelectionRange(0, 0);
    await userEvent.keyboard('Typed ');
    await FakeRequest.of('two.png').answer(200, linkOf('two.png'));
    await userEvent.keyboard('on ');
    await FakeRequest.of('one.png').answer(200, linkOf('one.png'));
    expect(area().value).toBe('Typed on Before ![one.png](/u/one.png)\n![two.png](/u/two.png) after');
    expect(area().selectionStart).toBe('Typed on '.length);
    expect(screen.queryByRole('list', { name: 'Files being attached' })).toBeNull();
    expect(screen.getByText('one.png is attached.')).toBeTruthy();
  });

  it('tell what went wrong, are sent again, or taken out', async () => {
    render(<Editor />);
    const large = picture('large.png');
    Object.defineProperty(large, 'size', { value: MAX_UPLOAD_BYTES + 1 });
    await paste(large, picture('lost.png'), picture('refused.png'));
    expect(await screen.findByText(/This file is too large. The maximum size is 100.00 MiB/)).toBeTruthy();
    expect(FakeRequest.all.map((each) => each.name)).not.toContain('large.png');
    await FakeRequest.of('lost.png').lose();
    expect(screen.getByText(/The server cannot be reached/)).toBeTruthy();
    await FakeRequest.of('refused.png').answer(404, { message: '404 Project Not Found' });
    expect(screen.getByText(/You cannot attach files here/)).toBeTruthy();
    const row = (name: string) => within(screen.getByText(name).closest('li') ?? document.body);
    await userEvent.click(row('lost.png').getByRole('button', { name: 'Try again' }));
    expect(document.activeElement).toBe(area());
    await FakeRequest.of('lost.png').answer(200, linkOf('lost.png'));
    await userEvent.click(screen.getByRole('button', { name: 'Remove large.png' }));
    await userEvent.click(screen.getByRole('button', { name: 'Remove refused.png' }));
    expect(area().value.trim()).toBe('![lost.png](/u/lost.png)');
    expect(document.activeElement).toBe(area());
  });

  it('are stopped by their button and by deleting their place', async () => {
    render(<Editor />);
    await paste(picture('a.png'));
    await paste(picture('b.png'));
    await userEvent.click(screen.getByRole('button', { name: 'Cancel upload of a.png' }));
    expect(FakeRequest.of('a.png').isAborted).toBe(true);
    fireEvent.change(area(), { target: { value: 'Rather not' } });
    await waitFor(() => expect(FakeRequest.of('b.png').isAborted).toBe(true));
    expect(screen.queryByRole('list', { name: 'Files being attached' })).toBeNull();
    expect(area().value).toBe('Rather not');
  });

  it('whose page has gone are asked for again', async () => {
    render(<Editor initial="See ![Uploading old.png…](upload:0123abcd)!" />);
    expect(screen.getByRole('button', { name: 'Choose again' })).toBeTruthy();
    const input = document.querySelector<HTMLInputElement>('li input[type=file]');
    fireEvent.change(input ?? document.body, { target: { files: [picture('new.png')] } });
    await FakeRequest.of('new.png').answer(200, linkOf('new.png'));
    expect(area().value).toBe('See ![new.png](/u/new.png)!');
  });
});

describe('completion', () => {
  it('offers what the server tells, takes it by key, and says how much there is', async () => {
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (path: string) => {
      asked.push(path);
      const entry = (value: string, text: string) => ({ value, text, detail: null, color: null });
      const body = [entry('[src/app.ts](src/app.ts)', 'app.ts'), entry('[src/apply.ts](src/apply.ts)', 'apply.ts')];
      return Response.json(body);
    });
    render(<Editor initial={`${'A long text. '.repeat(2_000)}\n`} />);
    area().focus();
    area().setSelectionRange(area().value.length, area().value.length);
    await userEvent.keyboard('see ./app');
    const list = await screen.findByRole('listbox', { name: 'Suggestions' });
    expect(asked).toEqual(['/g/p/-/autocomplete_sources/files?query=app&type=issue&target_id=7']);
    expect(screen.getByText('2 suggestions, use the arrow keys')).toBeTruthy();
    await userEvent.keyboard('{ArrowDown}');
    const active = within(list).getByRole('option', { selected: true });
    expect([active.textContent, area().getAttribute('aria-activedescendant')]).toEqual(['apply.ts', active.id]);
    await userEvent.keyboard('{Enter}');
    expect(area().value.endsWith('\nsee [src/apply.ts](src/apply.ts) ')).toBe(true);
    expect(area().selectionStart).toBe(area().value.length);
    await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull());
  });

  it('offers commands by name and other names, what is stale never, and remembers what they do', async () => {
    const command = (name: string, ...aliases: string[]) => ({ name, aliases, description: `Do ${name}`, params: [] });
    vi.stubGlobal('fetch', async () =>
      Response.json([command('assign'), command('due', 'due_date'), command('close')]),
    );
    render(<Editor />);
    area().focus();
    await userEvent.keyboard('/');
    const list = await screen.findByRole('listbox');
    expect(within(list).getAllByRole('option')).toHaveLength(3);
    // Faster than the next answer: what no longer fits is not taken.
    await userEvent.keyboard('cl{Tab}');
    expect(area().value).toBe('/close ');
    await userEvent.keyboard('{Enter}/due_');
    await screen.findByRole('option', { name: /due_date/ });
    await userEvent.keyboard('{Tab}');
    expect(area().value).toBe('/close \n/due_date ');
    const known = knownCommands('/g/p/-/preview_markdown?target_type=issue&target_id=7');
    expect([known.get('due_date'), known.get('close')]).toEqual(['Do due', 'Do close']);
  });

  it('is closed by Escape for this word alone', async () => {
    vi.stubGlobal('fetch', async () => Response.json([{ value: '@ann', text: 'Ann', detail: '@ann', color: null }]));
    render(<Editor />);
    area().focus();
    await userEvent.keyboard('@an');
    await screen.findByRole('listbox');
    await userEvent.keyboard('{Escape}n');
    expect(screen.queryByRole('listbox')).toBeNull();
    await userEvent.keyboard(' @a');
    await screen.findByRole('listbox');
    await userEvent.keyboard('{Tab}');
    expect(area().value).toBe('@ann @ann ');
  });
});
