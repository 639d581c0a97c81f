import { fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { expect, test, vi } from 'vitest';
import type { DiffRow } from './diff-row.ts';
import { useRangeDrag } from './use-range-drag.ts';

const rows = [0, 1, 2, 3].map((at) => ({ kind: 'added', lineCode: `line_${at}` }) as DiffRow);
const onRange = vi.fn<(from: number, to: number, side: 'old' | 'new' | null) => void>();

/** Lines as a diff draws them: plain markup, drawn again when there are colours. */
function Lines({ isColoured }: { isColoured: boolean }) {
  const container = useRef<HTMLDivElement>(null);
  const { onPointerDown } = useRangeDrag(container, rows, onRange);
  return (
    <div ref={container}>
      <table key={String(isColoured)}>
        <tbody>
          {rows.map((row, at) => (
            <tr key={row.lineCode} className="dr" data-i={at}>
              <td>{`line ${at}`}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <button type="button" onPointerDown={(event) => onPointerDown(event, 0, null)}>
        Comment
      </button>
    </div>
  );
}

const dragged = () => document.querySelectorAll('.dr-dragged').length;

test('lines that are dragged over stay marked when colours arrive, and are chosen at the end', () => {
  const { rerender } = render(<Lines isColoured={false} />);
  document.elementFromPoint = () => screen.getByText('line 2');
  fireEvent.pointerDown(screen.getByRole('button'), { button: 0 });
  fireEvent.pointerMove(document);
  expect(dragged()).toBe(3);
  rerender(<Lines isColoured />);
  expect(dragged()).toBe(3);
  fireEvent.pointerUp(document);
  expect(dragged()).toBe(0);
  expect(onRange).toHaveBeenCalledExactlyOnceWith(0, 2, null);
  rerender(<Lines isColoured={false} />);
  expect(dragged()).toBe(0);
});
