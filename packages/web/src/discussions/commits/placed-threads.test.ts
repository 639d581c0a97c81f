import type { DiffPosition, PageDiscussion } from '@tributary/contract/discussions/page.ts';
import type { DiffFileView } from '@tributary/contract/projects/repository-diff.ts';
import { expect, test } from 'vitest';
import { placedThreads } from './placed-threads.ts';

const refs = { base_sha: 'base', start_sha: 'base', head_sha: 'head' };

const file = (fileHash: string): DiffFileView =>
  ({
    fileHash,
    lines: [
      { kind: 'match', oldLine: null, newLine: null, html: '' },
      { kind: 'removed', oldLine: 4, newLine: null, html: '' },
      { kind: 'added', oldLine: null, newLine: 4, html: '' },
    ],
  }) as Partial<DiffFileView> as DiffFileView;

function thread(id: string, hash: string, position: Partial<DiffPosition>): PageDiscussion {
  const code = `${hash}_${position.old_line ?? 5}_${position.new_line ?? 4}`;
  const codes = position.position_type === 'text' ? [code] : [];
  return {
    id,
    notes: [],
    diff_discussion: true,
    active: true,
    line_code: codes[0] ?? null,
    line_codes: codes,
    position: { ...refs, ...position, new_path: hash },
    original_position: { ...refs, ...position, new_path: hash },
    diff_file: {
      file_hash: hash,
      file_path: hash,
      old_path: hash,
      new_path: hash,
      viewer: 'text',
      seen_hashes: { last: hash, original: hash },
    },
  } as Partial<PageDiscussion> as PageDiscussion;
}

test('threads stand on lines that are shown and on whole files; all others have no place', () => {
  const threads = [
    thread('added', 'a', { position_type: 'text', new_line: 4 }),
    thread('removed', 'a', { position_type: 'text', old_line: 4 }),
    thread('beyond', 'a', { position_type: 'text', new_line: 90 }),
    thread('whole', 'a', { position_type: 'file' }),
    thread('pin', 'a', { position_type: 'image', x: 1, y: 1, width: 2, height: 2 }),
    thread('later', 'b', { position_type: 'text', new_line: 4 }),
    {
      id: 'plain',
      diff_discussion: false,
      line_codes: [],
      diff_file: null,
    } as Partial<PageDiscussion> as PageDiscussion,
  ];
  expect([...placedThreads(threads, [file('a')], refs)].toSorted()).toEqual(['added', 'removed', 'whole']);
  expect(placedThreads(threads, [file('b')], refs)).toEqual(new Set(['later']));
  const picture = { ...file('a'), lines: [], oldImageHref: null, newImageHref: '/a.png' };
  expect(placedThreads(threads, [picture], refs)).toEqual(new Set(['whole', 'pin']));
});
