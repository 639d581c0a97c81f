/** One step from old to new lines: `old` and `new` are indexes, null where the line is not on that side. */
export type LineEdit = { kind: 'same' | 'removed' | 'added'; old: number | null; new: number | null };

/** Beyond this many edits the middle is shown as replaced: the answer must not take seconds. */
const MAX_EDITS = 1_500;

export function splitLines(text: string): string[] {
  return text === '' ? [] : text.split('\n');
}

/** Furthest-reaching paths of Myers' algorithm, one array per number of edits; null when there are too many edits. */
function trace(before: readonly string[], after: readonly string[]): Int32Array[] | null {
  const longest = before.length + after.length;
  const most = Math.min(longest, MAX_EDITS);
  const furthest = new Int32Array(2 * most + 3);
  const steps: Int32Array[] = [];
  for (let edits = 0; edits <= most; edits++) {
    steps.push(furthest.slice(most + 1 - edits - 1, most + 1 + edits + 2));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const at = most + 1 + diagonal;
      const down = furthest[at + 1] ?? 0;
      const right = (furthest[at - 1] ?? 0) + 1;
      let x = diagonal === -edits || (diagonal !== edits && right <= down) ? down : right;
      while (x < before.length && x - diagonal < after.length && before[x] === after[x - diagonal]) x++;
      furthest[at] = x;
      if (x >= before.length && x - diagonal >= after.length) return steps;
    }
  }
  return null;
}

function walkBack(steps: readonly Int32Array[], oldCount: number, newCount: number): LineEdit[] {
  const edits: LineEdit[] = [];
  let x = oldCount;
  let y = newCount;
  for (let count = steps.length - 1; count >= 0; count--) {
    const step = steps[count] ?? new Int32Array();
    // The slice of this step starts at diagonal -(count + 1).
    const reach = (diagonal: number) => step[diagonal + count + 1] ?? 0;
    const diagonal = x - y;
    const isDown = diagonal === -count || (diagonal !== count && reach(diagonal - 1) + 1 <= reach(diagonal + 1));
    const previous = isDown ? diagonal + 1 : diagonal - 1;
    const fromX = count === 0 ? 0 : reach(previous);
    const fromY = count === 0 ? 0 : fromX - previous;
    while (x > fromX && y > fromY) {
      x--;
      y--;
      if (x >= 0 && y >= 0) edits.push({ kind: 'same', old: x, new: y });
    }
    if (count > 0) {
      if (isDown) edits.push({ kind: 'added', old: null, new: --y });
      else edits.push({ kind: 'removed', old: --x, new: null });
    }
  }
  return edits.toReversed();
}

function replaceAll(oldCount: number, newCount: number): LineEdit[] {
  return [
    ...Array.from({ length: oldCount }, (_, at): LineEdit => ({ kind: 'removed', old: at, new: null })),
    ...Array.from({ length: newCount }, (_, at): LineEdit => ({ kind: 'added', old: null, new: at })),
  ];
}

/** Shortest way from one text to the other, line by line. */
export function diffLines(before: readonly string[], after: readonly string[]): LineEdit[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  while (
    tail < before.length - head &&
    tail < after.length - head &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  ) {
    tail++;
  }
  const oldMiddle = before.slice(head, before.length - tail);
  const newMiddle = after.slice(head, after.length - tail);
  const steps = trace(oldMiddle, newMiddle);
  const middle = steps
    ? walkBack(steps, oldMiddle.length, newMiddle.length)
    : replaceAll(oldMiddle.length, newMiddle.length);
  const shift = (value: number | null) => (value === null ? null : value + head);
  return [
    ...Array.from({ length: head }, (_, at): LineEdit => ({ kind: 'same', old: at, new: at })),
    ...middle.map((edit) => ({ ...edit, old: shift(edit.old), new: shift(edit.new) })),
    ...Array.from({ length: tail }, (_, at): LineEdit => ({
      kind: 'same',
      old: before.length - tail + at,
      new: after.length - tail + at,
    })),
  ];
}
