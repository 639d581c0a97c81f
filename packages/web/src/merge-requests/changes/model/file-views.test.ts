import { expect, test } from 'vitest';
import { FileViews } from './file-views.ts';

const LINES = {};

test('other lines of the same files keep what the reader did with a file, and nothing of the lines before', () => {
  const before = new FileViews();
  before.fold('folded', 'fold');
  before.fold('opened', 'open');
  before.patch('opened', { areCommentsHidden: true, isSource: true });
  before.patch('opened', { load: 'errored', renamed: 'success', full: 'full', problem: 'No lines came.' });
  before.patch('opened', { opened: { of: LINES, rows: [] } });
  before.showMove('opened', 'a:1', true);
  const after = new FileViews(before);
  expect(after.get('folded').collapse).toBe('manual');
  expect(after.get('opened')).toMatchObject({ collapse: 'open', areCommentsHidden: true, isSource: true });
  expect(after.get('opened')).toMatchObject({ load: 'idle', renamed: 'idle', full: 'changes', problem: null });
  expect(after.get('opened').opened).toBe(null);
  expect([...after.get('opened').openMoves]).toEqual(['a:1']);
  expect(after.get('untouched').collapse).toBe(null);
});

test('all that were folded stay so, also those nobody touched; what is done later is done there alone', () => {
  const before = new FileViews();
  before.foldAll('fold');
  before.fold('one', 'open');
  const after = new FileViews(before);
  expect([after.get('one').collapse, after.get('two').collapse]).toEqual(['open', 'manual']);
  after.fold('two', 'open');
  expect(before.get('two').collapse).toBe('manual');
});

test.each(['fold', 'foldAll'] as const)(
  'folding a file (%s) acknowledges that its lines could not be loaded',
  (how) => {
    const failed = { load: 'errored', problem: 'No lines came.' } as const;
    const views = new FileViews();
    views.patch('failed', failed);
    views.patch('loading', { load: 'loading' });
    views.patch('shown', { problem: 'Hidden lines could not be loaded. Try again.' });
    views.fold('failed', 'open');
    expect(views.get('failed')).toMatchObject(failed);
    for (const hash of ['failed', 'loading', 'shown']) {
      if (how === 'fold') views.fold(hash, 'fold');
    }
    if (how === 'foldAll') views.foldAll('fold');
    expect(views.get('failed')).toMatchObject({ collapse: 'manual', load: 'idle', problem: null });
    // Only that: an answer on its way is waited for, and other sentences stand above lines that are there.
    expect(views.get('loading')).toMatchObject({ collapse: 'manual', load: 'loading' });
    expect(views.get('shown').problem).not.toBeNull();
  },
);
