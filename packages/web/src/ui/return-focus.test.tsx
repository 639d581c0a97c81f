import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { confirm } from './confirm.tsx';
import { ConfirmHost } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';

function Page({ onAsked }: { onAsked?: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const ask = async () => {
    await confirm({ title: 'Sure?', action: 'Go ahead' });
    onAsked?.();
  };
  return (
    <>
      <h1 tabIndex={-1}>Page</h1>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <button type="button" onClick={() => void ask()}>
        Ask
      </button>
      <Dialog open={isOpen} onOpenChange={setOpen} title="A dialog">
        <input aria-label="Field" />
      </Dialog>
      <ConfirmHost />
    </>
  );
}

describe('focus after a layer', () => {
  it('goes back to what opened a dialog without a trigger', async () => {
    render(<Page />);
    await userEvent.click(screen.getByText('Open'));
    expect(document.activeElement).toBe(await screen.findByLabelText('Field'));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByText('Open')));
  });

  it('starts at the answer of a question and goes back from it', async () => {
    render(<Page />);
    await userEvent.click(screen.getByText('Ask'));
    const answer = await screen.findByRole('button', { name: 'Go ahead' });
    expect(document.activeElement).toBe(answer);
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByText('Ask')));
  });

  it('stays where it was put on purpose meanwhile', async () => {
    render(<Page onAsked={() => screen.getByText('Page').focus()} />);
    await userEvent.click(screen.getByText('Ask'));
    await screen.findByRole('button', { name: 'Go ahead' });
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByText('Page')));
  });
});
