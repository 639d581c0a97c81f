import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { AppError } from '../../lib/app-error.ts';
import { Prose } from '../../ui/prose.tsx';
import { Checklist, type TaskChange } from './checklist.tsx';

type Send = (change: TaskChange) => Promise<unknown>;

function box(index: number, label: string, state = ''): string {
  const place = `data-task-index="${index}" data-task-line="${index + 1}"`;
  return `<li><input type="checkbox" class="task-list-item-checkbox" disabled ${state} ${place} aria-label="${label}">${label}</li>`;
}

const HTML = `<ul>${box(0, 'one')}${box(1, 'two', 'checked')}${box(2, 'three', 'data-inapplicable')}</ul>`;
const TEXT = '- [ ] one\n- [x] two\n- [~] three';

function list(send: Send | null, { html = HTML, text = TEXT, refresh = async () => undefined as unknown } = {}) {
  return (
    <Checklist html={html} text={text} noun="issue" send={send} refresh={refresh}>
      <Prose html={html} />
    </Checklist>
  );
}

const named = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name });

describe('Checklist', () => {
  it('sends the line as it was read, and reads the text again', async () => {
    const send = vi.fn<Send>(async () => undefined);
    const refresh = vi.fn<() => Promise<unknown>>(async () => undefined);
    render(list(send, { refresh }));
    expect(named('three').disabled).toBe(true);
    named('one').focus();
    await userEvent.keyboard(' ');
    expect(send).toHaveBeenCalledWith({ line_number: 1, line_source: '- [ ] one', checked: true });
    await waitFor(() => expect(refresh).toHaveBeenCalledTimes(1));
    await userEvent.click(named('two'));
    expect(send).toHaveBeenLastCalledWith({ line_number: 2, line_source: '- [x] two', checked: false });
  });

  it('stays closed for those who may not change the text', () => {
    render(list(null));
    expect(screen.getAllByRole<HTMLInputElement>('checkbox').map((each) => each.disabled)).toEqual([true, true, true]);
  });

  it('keeps focus and what is on its way when the text is written again', async () => {
    let answer: () => void = () => undefined;
    const send = vi.fn<Send>(() => new Promise((resolve) => (answer = () => resolve(undefined))));
    const { rerender } = render(list(send));
    named('one').focus();
    await userEvent.keyboard(' ');
    // News about something else: here the box is still open.
    rerender(list(send, { html: `${HTML}<p>more</p>`, text: `${TEXT}\n\nmore` }));
    expect(named('one').checked).toBe(true);
    expect(document.activeElement).toBe(named('one'));
    await act(async () => answer());
  });

  it('sends quick ticks one after the other and reads again once', async () => {
    const order: number[] = [];
    const refresh = vi.fn<() => Promise<unknown>>(async () => undefined);
    const gate = Promise.withResolvers<void>();
    const send: Send = async ({ line_number: line }) => {
      order.push(line);
      await gate.promise;
      order.push(-line);
    };
    render(list(send, { refresh }));
    await userEvent.click(named('one'));
    await userEvent.click(named('two'));
    expect(order).toEqual([1]);
    await act(async () => gate.resolve());
    await waitFor(() => expect(order).toEqual([1, -1, 2, -2]));
    await waitFor(() => expect(refresh).toHaveBeenCalledTimes(1));
  });

  it('tells of a conflict, takes the tick back and shows the new text', async () => {
    const conflict = new AppError({ status: 409, code: 'task_changed', message: 'x' });
    const refresh = vi.fn<() => Promise<unknown>>(async () => undefined);
    render(list(async () => Promise.reject(conflict), { refresh }));
    await userEvent.click(named('one'));
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Someone edited this issue at the same time you did. The description has been updated and you will need to make your changes again.',
    );
    expect(named('one').checked).toBe(false);
    expect(refresh).toHaveBeenCalledTimes(1);
  });

  it('offers to try again when the server could not be reached', async () => {
    const send = vi.fn<Send>(async () => undefined);
    send.mockRejectedValueOnce(new AppError({ status: 0, code: 'network', message: 'No connection.' }));
    render(list(send));
    await userEvent.click(named('one'));
    expect((await screen.findByRole('alert')).textContent).toContain('No connection.');
    expect(named('one').checked).toBe(false);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(send).toHaveBeenCalledTimes(2));
    expect(named('one').checked).toBe(true);
    expect(document.activeElement).toBe(named('one'));
  });
});
