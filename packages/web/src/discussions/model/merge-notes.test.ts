import { describe, expect, test } from 'vitest';
import { discussion, note, writer } from '../../../testing/page-notes.ts';
import { asAnswered, mergeNotes, putDiscussion, removeNote } from './merge-notes.ts';
import { unresolvedOf } from './unresolved-order.ts';

describe('notes that arrive later', () => {
  const thread = discussion('d1', [note(1)]);

  test('a reply joins its thread in order, and the same reply twice is one', () => {
    const once = mergeNotes([thread], [note(3), note(2)]);
    const twice = mergeNotes(once.discussions, [note(2)]);
    expect(twice.discussions[0]?.notes.map((each) => each.id)).toEqual(['1', '2', '3']);
  });

  test('an older state of a note does not undo a newer one', () => {
    const edited = note(1, { note: 'edited', updated_at: '2026-01-02T00:00:00.000Z' });
    const { discussions } = mergeNotes([discussion('d1', [edited])], [note(1)]);
    expect(discussions[0]?.notes[0]?.note).toBe('edited');
  });

  test('when the last open note is resolved the thread is resolved and folds', () => {
    const resolved = note(1, { resolved: true, updated_at: '2026-01-02T00:00:00.000Z' });
    const { discussions } = mergeNotes([thread], [resolved]);
    expect(discussions[0]).toMatchObject({ resolved: true, expanded: false });
    expect(unresolvedOf(discussions)).toEqual([]);
  });

  test('whether a push or a user has settled the thread is said by its notes', () => {
    const at = (minute: number) => `2026-01-02T00:0${minute}:00.000Z`;
    const author = writer('Grace');
    const byPush = note(1, { resolved: true, resolved_at: at(1), resolved_by_push: true, updated_at: at(1) });
    const pushed = mergeNotes([thread], [byPush]).discussions;
    expect(pushed[0]).toMatchObject({ resolved: true, resolved_by: null, resolved_at: at(1), resolved_by_push: true });
    const reopened = mergeNotes(pushed, [note(1, { updated_at: at(2) })]).discussions;
    expect(reopened[0]).toMatchObject({ resolved: false, resolved_at: null, resolved_by_push: false });
    const byHand = note(1, { resolved: true, resolved_at: at(3), resolved_by: author, updated_at: at(3) });
    const settled = { resolved: true, resolved_by: author, resolved_at: at(3), resolved_by_push: false };
    expect(mergeNotes(reopened, [byHand]).discussions[0]).toMatchObject(settled);
    // And when the reopening was missed.
    expect(mergeNotes(pushed, [byHand]).discussions[0]).toMatchObject(settled);
  });

  test('a note of an unknown thread asks for the thread', () => {
    expect(mergeNotes([thread], [note(9, { discussion_id: 'd9' })]).missing).toEqual(['d9']);
  });
});

test('a thread that was settled elsewhere folds also when it comes whole, and unfolds when it is opened again', () => {
  const open = discussion('d1', [note(1)]);
  const settled = putDiscussion([open], { ...open, resolved: true, expanded: false });
  expect(settled[0]).toMatchObject({ resolved: true, expanded: false });
  expect(putDiscussion(settled, open)[0]).toMatchObject({ resolved: false, expanded: true });
});

test('putting a thread keeps whether it is folded', () => {
  const folded = discussion('d1', [note(1)], { expanded: false });
  expect(putDiscussion([folded], discussion('d1', [note(1), note(2)]))[0]).toMatchObject({ expanded: false });
  expect(putDiscussion([], folded)).toHaveLength(1);
});

test('what the server does not list any more is gone, and what came meanwhile stands behind', () => {
  const [one, two, three, late] = ['d1', 'd2', 'd3', 'late'].map((id) => discussion(id, [note(1)]));
  if (!one || !two || !three || !late) throw new Error('four were made');
  const known = new Set(['d1', 'd2', 'd3']);
  const idsOf = (all: readonly { id: string }[]) => all.map(({ id }) => id);
  expect(idsOf(asAnswered([one, late, two, three], ['d3', 'd1'], known))).toEqual(['d3', 'd1', 'late']);
  // Nothing changed is the same list, so that nothing is drawn again.
  const same = [one, two, three];
  expect(asAnswered(same, ['d1', 'd2', 'd3'], known)).toBe(same);
});

test('a thread goes with its last note', () => {
  const all = [discussion('d1', [note(1), note(2)]), discussion('d2', [note(3, { discussion_id: 'd2' })])];
  expect(removeNote(all, '3').map((each) => each.id)).toEqual(['d1']);
  expect(removeNote(all, '1')[0]?.notes.map((each) => each.id)).toEqual(['2']);
});
