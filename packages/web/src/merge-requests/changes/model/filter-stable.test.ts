import type { DiffFileSummary } from '@tributary/contract/merge-requests/diffs.ts';
import { describe, expect, it } from 'vitest';
import { filterStable } from './filter-stable.ts';

const file = (file_path: string) => ({ file_path }) as DiffFileSummary;
const files = ['a.ts', 'b.md', 'c.ts'].map(file);
const isCode = ({ file_path: path }: DiffFileSummary) => path.endsWith('.ts');

describe('the files that are kept', () => {
  it('are the list itself while all of them pass', () => {
    expect(filterStable(files, () => true, [])).toBe(files);
  });

  it('are the list of before while the same ones pass, and another one when they do not', () => {
    const before = filterStable(files, isCode, files);
    expect(before.map((each) => each.file_path)).toEqual(['a.ts', 'c.ts']);
    expect(filterStable(files, isCode, before)).toBe(before);
    expect(filterStable(files, (each) => !isCode(each), before)).toEqual([files[1]]);
    expect(filterStable([...files].toReversed(), isCode, before)).toEqual([files[2], files[0]]);
  });

  it('may be none', () => expect(filterStable(files, () => false, files)).toEqual([]));
});
