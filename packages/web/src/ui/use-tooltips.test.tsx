import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createPortal } from 'react-dom';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { tooltipStore } from './tooltip-store.ts';
import { useTooltips } from './use-tooltips.ts';

function Buttons() {
  const tooltips = useTooltips();
  const [isOpen, setOpen] = useState(false);
  return (
    <span {...tooltips}>
      <button type="button" aria-label={isOpen ? 'Hide' : 'Show'} onClick={() => setOpen(!isOpen)} />
      <button type="button" aria-label="Other" />
      {isOpen && createPortal(<button type="button" aria-label="In a layer" />, document.body)}
    </span>
  );
}

const shown = () => tooltipStore.read()?.text;

it('explains each button around which it stands, by the name that it has now', async () => {
  const user = userEvent.setup();
  render(<Buttons />);
  await user.tab();
  expect(shown()).toBe('Show');
  await user.keyboard('{Enter}');
  expect(shown()).toBe('Hide');
  act(() => screen.getByRole('button', { name: 'In a layer' }).focus());
  expect(shown()).toBeUndefined();
  await user.hover(screen.getByRole('button', { name: 'Other' }));
  await expect.poll(shown).toBe('Other');
  await user.hover(screen.getByRole('button', { name: 'In a layer' }));
  await expect.poll(shown).toBeUndefined();
});
