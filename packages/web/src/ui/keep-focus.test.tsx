import { act, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { describe, expect, it } from 'vitest';
import { useKeepFocus } from './keep-focus.ts';

function Part({ isFolded, children }: { isFolded: boolean; children?: string }) {
  const toggle = useRef<HTMLButtonElement>(null);
  const keep = useKeepFocus<HTMLDivElement>(() => toggle.current);
  return (
    <>
      <input aria-label="Elsewhere" />
      <div {...keep}>
        <button type="button" ref={toggle}>
          Unfold
        </button>
        {!isFolded && <button type="button">Resolve {children}</button>}
      </div>
    </>
  );
}

describe('useKeepFocus', () => {
  it('moves focus when what has it disappears', () => {
    const { rerender } = render(<Part isFolded={false} />);
    act(() => screen.getByText('Resolve').focus());
    rerender(<Part isFolded />);
    expect(document.activeElement).toBe(screen.getByText('Unfold'));
  });

  it('leaves focus in what stays', () => {
    const { rerender } = render(<Part isFolded={false} />);
    const button = screen.getByText('Resolve');
    act(() => button.focus());
    rerender(<Part isFolded={false}>again</Part>);
    expect(document.activeElement).toBe(button);
  });

  it('leaves who has moved on where they are', () => {
    const { rerender } = render(<Part isFolded={false} />);
    act(() => screen.getByText('Resolve').focus());
    act(() => screen.getByLabelText('Elsewhere').focus());
    rerender(<Part isFolded />);
    expect(document.activeElement).toBe(screen.getByLabelText('Elsewhere'));
  });

  it('takes no focus that was never inside', () => {
    const { rerender } = render(<Part isFolded={false} />);
    rerender(<Part isFolded />);
    expect(document.activeElement).toBe(document.body);
  });
});
