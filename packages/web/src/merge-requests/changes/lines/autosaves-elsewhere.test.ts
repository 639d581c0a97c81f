import type { DiffFileSummary, DiffsMetadata, DiffVersionEntry } from '@tributary/contract/merge-requests/diffs.ts';
import { expect, test } from 'vitest';
import type { Changes } from '../changes-context.ts';
import { NO_COMMENTS } from '../no-comments.ts';
import {
  parseAutosavedFile,
  parseAutosavedLine,
  whatShows,
  searchToShowFile,
  searchToShowLine,
} from './autosaves-elsewhere.tsx';

const FILE = 'f'.repeat(40);
const VERSIONS = [
  { id: 8, head_commit_sha: 'b2', base_commit_sha: 'a1' },
  { id: 7, head_commit_sha: 'b1', base_commit_sha: 'a1' },
] as DiffVersionEntry[];

test.each([
  ['in the version that ends there', `line-${FILE}_new-b1-12`, { diff_id: '7', commit_id: null }],
  ['in the commit itself', `line-${FILE}_new-c3-12`, { diff_id: null, commit_id: 'c3' }],
  ['what the target had, in a version of it', `line-${FILE}_old-a1-12`, { diff_id: '8', start_sha: null }],
  ['what a version had, in what changed since', `line-${FILE}_old-b1-12`, { diff_id: null, start_sha: 'b1' }],
])('a begun comment is found %s', (_where, field, search) => {
  const line = parseAutosavedLine(field);
  expect(line).toMatchObject({ fileHash: FILE, line: 12 });
  expect(line && whatShows(line, VERSIONS)).toMatchObject(search);
});

test('what comes back below its line by itself, or is on no line, is not among them', () => {
  for (const field of [`line-${FILE}_11_12`, 'reply-5', `file-${FILE}`]) expect(parseAutosavedLine(field)).toBeNull();
  const unknown = parseAutosavedLine(`line-${FILE}_old-d4-1`);
  expect(unknown && whatShows(unknown, VERSIONS)).toBeNull();
});

test('of a file that differs in white space alone no line is shown while that is hidden', () => {
  const line = parseAutosavedLine(`line-${FILE}_old-a1-12`);
  const where = (whitespace_only: boolean, base_sha = 'a1') => {
    const diff_files = [{ file_hash: FILE, whitespace_only } as DiffFileSummary];
    const diff_refs = { base_sha, start_sha: base_sha, head_sha: 'b2' };
    return line && searchToShowLine(line, { diff_refs, diff_files, merge_request_diffs: VERSIONS } as DiffsMetadata);
  };
  expect(where(false)).toBeNull();
  expect(where(true)).toEqual({ search: { w: '0' } });
  expect(where(true, 'a0')).toMatchObject({ search: { diff_id: '8' } });
});

test('a comment begun on a whole file or on its image is told where the file is not shown, or takes none', () => {
  expect(parseAutosavedFile(`file-${FILE}`)).toBe(FILE);
  expect(parseAutosavedFile(`image-${FILE}`)).toBe(FILE);
  // Not the place on the image, nor the files of another page.
  for (const field of [`image-${FILE}:spot`, `line-${FILE}_11_12`, 'file-a.ts'])
    expect(parseAutosavedFile(field)).toBeNull();
  const where = (hash: string, params: Partial<Changes['params']> = {}) => {
    const diff_files = [{ file_hash: FILE } as DiffFileSummary];
    const metadata = { diff_files, diff_head: params.diff_head === 'true' } as Partial<DiffsMetadata> as DiffsMetadata;
    const changes: Partial<Changes> = {
      comments: { ...NO_COMMENTS, canBegin: true },
      metadata,
      params: { view: 'inline', w: 0, ...params },
    };
    return searchToShowFile(hash, changes as Changes);
  };
  expect(where(FILE)).toBeNull();
  expect(where(FILE, { diff_head: 'true' })).toMatchObject({ search: { diff_head: null } });
  expect(where('e'.repeat(40))).toEqual({ search: null });
  expect(where('e'.repeat(40), { commit_id: 'c3' })).toMatchObject({ search: { commit_id: null, start_sha: null } });
});
