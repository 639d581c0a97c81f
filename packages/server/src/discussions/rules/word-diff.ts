export type WordChange = { kind: 'same' | 'added' | 'removed'; text: string };

/** More differing words than this are shown as one removal and one addition. */
const MAX_CELLS = 4_000_000;

/** What differs between two texts, by words and spaces. */
export function wordDiff(before: string, after: string): WordChange[] {
  const old = words(before);
  const fresh = words(after);
  let start = 0;
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start += 1;
  let end = 0;
  const rest = Math.min(old.length, fresh.length) - start;
  while (end < rest && old[old.length - 1 - end] === fresh[fresh.length - 1 - end]) end += 1;
  const changes: WordChange[] = [];
  const add = (kind: WordChange['kind'], parts: readonly string[]) => {
    const text = parts.join('');
    const last = changes.at(-1);
    if (text === '') return;
    if (last?.kind === kind) last.text += text;
    else changes.push({ kind, text });
  };
  add('same', old.slice(0, start));
  for (const change of middle(old.slice(start, old.length - end), fresh.slice(start, fresh.length - end)))
    add(change.kind, [change.text]);
  add('same', old.slice(old.length - end));
  return changes;
}

function words(text: string): string[] {
  return text.match(/\s+|[\p{L}\p{N}_]+|[^\s\p{L}\p{N}_]/gu) ?? [];
}

/** By the longest common sequence. */
function middle(old: readonly string[], fresh: readonly string[]): WordChange[] {
  if (old.length * fresh.length > MAX_CELLS)
    return [
      { kind: 'removed', text: old.join('') },
      { kind: 'added', text: fresh.join('') },
    ];
  const width = fresh.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  const at = (row: number, column: number) => lengths[row * width + column] ?? 0;
  for (let row = old.length - 1; row >= 0; row--) {
    for (let column = fresh.length - 1; column >= 0; column--) {
      lengths[row * width + column] =
        old[row] === fresh[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const changes: WordChange[] = [];
  let [row, column] = [0, 0];
  while (row < old.length || column < fresh.length) {
    if (row < old.length && column < fresh.length && old[row] === fresh[column]) {
      changes.push({ kind: 'same', text: old[row] ?? '' });
      row += 1;
      column += 1;
    } else if (column >= fresh.length || (row < old.length && at(row + 1, column) >= at(row, column + 1))) {
      changes.push({ kind: 'removed', text: old[row] ?? '' });
      row += 1;
    } else {
      changes.push({ kind: 'added', text: fresh[column] ?? '' });
      column += 1;
    }
  }
  return changes;
}
