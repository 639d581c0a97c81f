import { describe, expect, it } from 'vitest';
import { placeholdersOf, withoutArrived } from './placeholders.ts';

const NAMES = ['close', 'label'];
const of = (note: string) => placeholdersOf({ note: { note } }, null, 'k', NAMES).map(({ kind, text }) => [kind, text]);

describe('placeholdersOf', () => {
  it('shows what is said and what is carried out', () => {
    expect(of('Hello')).toEqual([['note', 'Hello']]);
    expect(of('Hello\n/close')).toEqual([
      ['note', 'Hello'],
      ['system', 'Applying command'],
    ]);
    expect(of('/etc/hosts\n/closed')).toEqual([['note', '/etc/hosts\n/closed']]);
    // A word with more to it is no command, as the server reads it.
    expect(of('/close-up of the gate')).toEqual([['note', '/close-up of the gate']]);
    expect(of('/Close\n\nDone. ')).toEqual([
      ['note', 'Done.'],
      ['system', 'Applying command'],
    ]);
    expect(of('/close\n/label ~bug')).toEqual([['system', 'Applying multiple commands']]);
  });
  it('are gone once the note itself is there, whichever way it came', () => {
    const both = placeholdersOf({ note: { note: 'Hello\n/close' } }, null, 'k', NAMES);
    expect(withoutArrived(both, [{ note: 'Hello', system: true }])).toBe(both);
    expect(withoutArrived(both, [{ note: 'Hello ', system: false }]).map((each) => each.kind)).toEqual(['system']);
  });
  it('knows the thread and who may see it', () => {
    const [made] = placeholdersOf({ note: { note: 'x', internal: true } }, 'd', 'k', NAMES);
    expect(made).toMatchObject({ at: 'd', isInternal: true });
  });
});
