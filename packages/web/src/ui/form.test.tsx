import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { AppError } from '../lib/app-error.ts';
import { Button } from './button.tsx';
import { Checkbox } from './checkbox.tsx';
import { FormError, assignFieldErrors, useForm } from './form.tsx';
import { TextField } from './text-field.tsx';

type Values = { name: string; projectPath: string; readme: boolean };

function ProjectForm({ onSubmit }: { onSubmit: (values: Values) => Promise<void> | void }) {
  const form = useForm<Values>({
    initial: { name: '', projectPath: '', readme: false },
    validate: ({ name }) => (name === '' ? { name: 'Enter a name.' } : {}),
    onSubmit,
  });
  return (
    <form {...form.props}>
      <FormError form={form} />
      <TextField label="Name" hint="Shown in lists." {...form.text('name')} required />
      <TextField label="Path" {...form.text('projectPath')} />
      <Checkbox label="Add a README" {...form.check('readme')} />
      <Button type="submit" busy={form.busy}>
        Create
      </Button>
    </form>
  );
}

const field = (label: RegExp): HTMLInputElement => screen.getByLabelText<HTMLInputElement>(label);

describe('useForm', () => {
  it('checks before it sends, marks the field and focuses it', async () => {
    const onSubmit = vi.fn<() => void>();
    render(<ProjectForm onSubmit={onSubmit} />);
    await userEvent.click(screen.getByRole('button', { name: 'Create' }));
    expect(onSubmit).not.toHaveBeenCalled();
    await waitFor(() => expect(document.activeElement).toBe(field(/Name/)));
    const description = field(/Name/).getAttribute('aria-describedby')?.split(' ') ?? [];
    expect(description.map((id) => document.getElementById(id)?.textContent)).toEqual([
      'Shown in lists.',
      'Enter a name.',
    ]);
    await userEvent.type(field(/Name/), 'delta');
    expect(screen.queryByText('Enter a name.')).toBeNull();
  });

  it('keeps the text, places the messages and goes on after a refusal', async () => {
    const onSubmit = vi.fn<(values: Values) => void>().mockImplementationOnce(() => {
      throw new AppError({
        status: 422,
        code: 'invalid',
        message: 'x',
        errors: { project_path: ['has already been taken'], limit: ['is reached'] },
      });
    });
    render(<ProjectForm onSubmit={onSubmit} />);
    await userEvent.type(field(/Name/), 'delta');
    await userEvent.type(field(/Path/), 'river');
    await userEvent.click(screen.getByLabelText('Add a README'));
    await userEvent.keyboard('{Tab}{Enter}');
    expect(await screen.findByText('Has already been taken.')).toBeTruthy();
    expect(screen.getByRole('alert').textContent).toBe('Limit is reached.');
    expect(field(/Name/).value).toBe('delta');
    await waitFor(() => expect(document.activeElement).toBe(field(/Path/)));
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(2));
    expect(onSubmit).toHaveBeenLastCalledWith({ name: 'delta', projectPath: 'river', readme: true });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('leaves the keyboard with who went on to another field while it was sent', async () => {
    const answer = Promise.withResolvers<void>();
    render(<ProjectForm onSubmit={() => answer.promise} />);
    await userEvent.type(field(/Name/), 'delta{Enter}');
    await userEvent.click(field(/Path/));
    answer.reject(new AppError({ status: 422, code: 'invalid', message: 'x', errors: { name: ['is taken'] } }));
    await screen.findByText('Is taken.');
    await new Promise((resolve) => void setTimeout(resolve, 100));
    await userEvent.keyboard('river');
    expect([document.activeElement, field(/Path/).value]).toEqual([field(/Path/), 'river']);
  });

  it('does not send twice while it is busy, nor show the text of a bug', async () => {
    const reportError = vi.fn<typeof globalThis.reportError>();
    vi.stubGlobal('reportError', reportError);
    const answer = Promise.withResolvers<void>();
    const onSubmit = vi.fn<() => Promise<void>>(() => answer.promise);
    render(<ProjectForm onSubmit={onSubmit} />);
    await userEvent.type(field(/Name/), 'delta{Enter}{Enter}');
    const button = screen.getByRole('button', { name: 'Create' });
    expect(button.getAttribute('aria-busy')).toBe('true');
    await userEvent.click(button);
    expect(onSubmit).toHaveBeenCalledTimes(1);
    const bug = new TypeError('undefined is not a function');
    answer.reject(bug);
    expect((await screen.findByRole('alert')).textContent).toBe('Something went wrong. Try again.');
    expect(reportError).toHaveBeenCalledWith(bug);
    vi.unstubAllGlobals();
  });
});

describe('assignFieldErrors', () => {
  it('finds fields by name, camel case or the given names', () => {
    const errors = {
      name: ['is short', 'is odd'],
      default_branch: ['is missing'],
      namespace: ['is full'],
      base: ['No.'],
    };
    expect(assignFieldErrors(errors, ['name', 'defaultBranch', 'group'], { namespace: 'group' })).toEqual({
      placed: { name: 'Is short. Is odd.', defaultBranch: 'Is missing.', group: 'Is full.' },
      rest: ['No.'],
    });
  });
});
