import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { preserveSelection } from './preserve-selection.ts';

const LINES = 'one\ntwo\nthree';
let pieces: HTMLElement[];

beforeEach(() => {
  pieces = [1, 2, 3].map(() => {
    const piece = document.createElement('div');
    piece.textContent = LINES;
    document.body.append(piece);
    return piece;
  });
});
afterEach(() => {
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

const writeAnew = () => {
  for (const piece of pieces) preserveSelection(piece, () => (piece.textContent = LINES));
};
const selected = () => {
  const { anchorNode, anchorOffset, focusNode, focusOffset } = document.getSelection()!;
  const at = (node: Node | null) => pieces.findIndex((piece) => piece.contains(node));
  return [at(anchorNode), anchorOffset, at(focusNode), focusOffset];
};

test('a selection stays where it was, within one piece and over several', async () => {
  for (const [from, to] of [
    [1, 1],
    [0, 2],
    [2, 0],
  ] as const) {
    const node = (at: number) => pieces[at]?.firstChild as Text;
    document.getSelection()?.setBaseAndExtent(node(from), 5, node(to), 9);
    writeAnew();
    expect(selected()).toEqual([from, 5, to, 9]);
    await Promise.resolve();
  }
});

test('for many pieces that are written at once it is asked for once, and again for those after them', async () => {
  document.getSelection()?.removeAllRanges();
  const asked = vi.spyOn(document, 'getSelection');
  writeAnew();
  expect(asked).toHaveBeenCalledOnce();
  await Promise.resolve();
  writeAnew();
  expect(asked).toHaveBeenCalledTimes(2);
});
