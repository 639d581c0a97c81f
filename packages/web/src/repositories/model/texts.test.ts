import { cpuMsOf } from '@tributary/contract/testing/cpu-time.ts';
import { fc } from '@tributary/contract/testing/properties.ts';
import { describe, expect, it } from 'vitest';
import { combineTexts } from './combine-texts.ts';
import { editRows } from './edit-rows.ts';
import { fieldsOfFile, fileOfFields, fileDraftScope, parseOldFileDraft } from './file-draft.ts';
import { diffLines, splitLines } from './line-diff.ts';
import { indentOf, separatorOf } from './line-endings.ts';
import { longestLine } from './longest-line.ts';
import { withoutTrailers } from './without-trailers.ts';
import { pushInstructions, shellWord } from './push-instructions.ts';

const text = fc.array(fc.constantFrom('a', 'b', 'c', '', 'd'), { maxLength: 30 }).map((lines) => lines.join('\n'));

describe('diffLines', () => {
  it('leads from one text to the other for any two texts', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const old = splitLines(before);
        const now = splitLines(after);
        const edits = diffLines(old, now);
        expect(edits.filter((edit) => edit.new !== null).map((edit) => now[edit.new ?? 0])).toEqual(now);
        expect(edits.filter((edit) => edit.old !== null).map((edit) => old[edit.old ?? 0])).toEqual(old);
        for (const edit of edits) if (edit.kind === 'same') expect(old[edit.old ?? 0]).toBe(now[edit.new ?? 0]);
      }),
    );
  });

  it('finds the shortest way', () => {
    const edits = diffLines(['a', 'b', 'c', 'a', 'b', 'b', 'a'], ['c', 'b', 'a', 'b', 'a', 'c']);
    expect(edits.filter((edit) => edit.kind !== 'same')).toHaveLength(5);
  });

  it('gives up on texts that have nothing in common without taking long', async () => {
    const old = Array.from({ length: 20_000 }, (_, at) => `old ${at}`);
    const now = Array.from({ length: 20_000 }, (_, at) => `new ${at}`);
    expect(await cpuMsOf(() => expect(diffLines(old, now)).toHaveLength(40_000))).toBeLessThan(2_000);
  });
});

describe('editRows', () => {
  it('shows three lines around a change, escaped', () => {
    const before = Array.from({ length: 20 }, (_, at) => `line ${at}`);
    const rows = editRows(before.join('\n'), before.toSpliced(10, 1, '<b>').join('\n'));
    expect(rows.map((row) => row.kind).join(' ')).toBe(
      'match context context context removed added context context context match',
    );
    expect(rows.find((row) => row.kind === 'added')).toMatchObject({ html: '&lt;b&gt;', newLine: 11, oldLine: null });
    expect(rows[0]?.html).toBe('7 unchanged lines');
  });

  it('says nothing of equal texts but their length', () => {
    expect(editRows('a\nb', 'a\nb')).toMatchObject([{ kind: 'match', html: '2 unchanged lines' }]);
  });
});

describe('combineTexts', () => {
  const base = 'one\ntwo\nthree\nfour\nfive\n';

  it('takes changes of different places together', () => {
    const mine = base.replace('one', 'ONE');
    const theirs = base.replace('five', 'five and a half');
    expect(combineTexts(base, mine, theirs)).toBe('ONE\ntwo\nthree\nfour\nfive and a half\n');
  });

  it('leaves changes of the same place to a user', () => {
    expect(combineTexts(base, base.replace('two', 'TWO'), base.replace('two', 'zwei'))).toBeNull();
    expect(combineTexts(base, base.replace('two', 'TWO'), base.replace('three', 'drei'))).toBeNull();
    expect(combineTexts('', 'mine', 'theirs')).toBeNull();
  });

  it('counts the same change once', () => {
    const same = base.replace('two', 'TWO');
    expect(combineTexts(base, same, same)).toBe(same);
  });

  it('gives the one changed side when the other did nothing', () => {
    fc.assert(
      fc.property(text, text, (from, to) => {
        expect(combineTexts(from, to, from)).toBe(to);
        expect(combineTexts(from, from, to)).toBe(to);
      }),
    );
  });
});

describe('line ends and indentation', () => {
  it('are those of the text', () => {
    expect([separatorOf('a\nb'), separatorOf('a\r\nb\r\n'), separatorOf('a\rb'), separatorOf('a\r\nb\n')]).toEqual([
      '\n',
      '\r\n',
      '\r',
      '\n',
    ]);
    expect(indentOf('a\n\tb\n\t\tc')).toBe('\t');
    expect(indentOf('a\n    b\n        c\n    d')).toBe('    ');
    expect(indentOf('a\nb')).toBe('  ');
  });
});

describe('longestLine', () => {
  it('counts what is seen: no tags, one for an entity, tabs to their stop, two for wide letters', () => {
    expect(longestLine(['<span class="hl-keyword">if</span> a &lt; b'], 4)).toBe(8);
    expect(longestLine(['\ta', 'a\tb'], 4)).toBe(5);
    expect(longestLine(['名前'], 4)).toBe(4);
    expect(longestLine([], 4)).toBe(0);
    expect(longestLine(['\ta'], 8)).toBe(9);
  });
});

describe('drafts', () => {
  const draft = { content: 'x', path: 'a', message: 'm', baseCommitId: 'c0ffee', savedAt: null };

  it('come back from their fields as they were; where nothing differs, nothing is kept', () => {
    expect(fileOfFields(fieldsOfFile(draft))).toEqual(draft);
    const cleared = { content: '', path: '', message: '', baseCommitId: null, savedAt: null };
    expect(fileOfFields(fieldsOfFile(cleared))).toEqual(cleared);
    expect(fileOfFields(fieldsOfFile({ ...cleared, content: null }))).toBeNull();
    const times = new Map([
      ['text', { text: 'x', base: null, writtenAt: Date.parse('2026-01-02T03:04:05Z') }],
      ['message', { text: 'm', base: null, writtenAt: Date.parse('2026-01-01T00:00:00Z') }],
    ]);
    expect(fileOfFields(times)?.savedAt).toBe('2026-01-02T03:04:05.000Z');
  });

  it('of what a device kept before the server did are read, and nothing else', () => {
    expect(parseOldFileDraft({ ...draft, savedAt: '2026-01-02T03:04:05.000Z' })).toEqual({
      ...draft,
      savedAt: '2026-01-02T03:04:05.000Z',
    });
    expect(parseOldFileDraft({ content: 'x' })?.content).toBe('x');
    expect(parseOldFileDraft({ path: 'x' })).toBeUndefined();
    expect(parseOldFileDraft('x')).toBeUndefined();
  });

  it('have a place of their own for every branch and path, however long or strange', () => {
    const paths = ['a', 'b', 'a b', 'größe/名前.ts', `${'x'.repeat(400)}1`, `${'x'.repeat(400)}2`, '名'.repeat(200)];
    const places = ['main', 'größe/of'].flatMap((branch) => paths.map((path) => fileDraftScope(7, branch, path)));
    expect(new Set(places).size).toBe(places.length);
    for (const place of places) expect(place).toMatch(/^[\x21-\x7e]{1,300}$/);
  });
});

describe('instructions for an empty repository', () => {
  it('quote what a shell would take apart', () => {
    expect(shellWord('main')).toBe('main');
    expect(shellWord("it's $HOME")).toBe(`'it'\\''s $HOME'`);
    expect(shellWord('-x')).toBe("'-x'");
  });

  it('name the address and the branch', () => {
    const steps = pushInstructions({ url: 'http://h/g/p.git', branch: 'trunk', folder: 'p' });
    expect(steps).toHaveLength(3);
    expect(steps[0]?.commands).toContain('git clone http://h/g/p.git p');
    for (const step of steps) expect(step.commands).toMatch(/^git push --set-upstream origin /m);
    expect(steps[1]?.commands).toContain('git push --set-upstream origin trunk');
  });
});

describe('withoutTrailers', () => {
  const trailers = [
    { key: 'Fixes', value: '#12' },
    { key: 'Reviewed-by', value: 'Ada' },
  ];

  it('takes away a last paragraph of trailers and nothing else', () => {
    expect(withoutTrailers('Why.\n\nFixes: #12\nReviewed-by: Ada', trailers)).toBe('Why.');
    expect(withoutTrailers('Fixes: #12\n folded', trailers)).toBe('');
    expect(withoutTrailers('Why.\n\nAnd so on.', trailers)).toBe('Why.\n\nAnd so on.');
    expect(withoutTrailers('Fixes: #12', [])).toBe('Fixes: #12');
  });
});
