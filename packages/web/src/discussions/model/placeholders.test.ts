import { describe, expect, it } from 'vitest';
import { placeholdersOf, withoutArrived } from './placeholders.ts';

const NAMES = ['close', 'label'];
const of = async (note: string) =>
  (await placeholdersOf({ note: { note } }, null, 'k', NAMES)).map(({ kind, text }) => [kind, text]);

describe('placeholdersOf', () => {
  it('shows what is said and what is carried out', async () => {
    expect(await of('Hello')).toEqual([['note', 'Hello']]);
    expect(await of('Hello\n/close')).toEqual([
      ['note', 'Hello'],
      ['system', 'Applying command'],
    ]);
    expect(await of('/etc/hosts\n/closed')).toEqual([['note', '/etc/hosts\n/closed']]);
    // A word with more to it is no command, as the server reads it.
    expect(await of('/close-up of the gate')).toEqual([['note', '/close-up of the gate']]);
    expect(await of('/Close\n\nDone. ')).toEqual([
      ['note', 'Done.'],
      ['system', 'Applying command'],
    ]);
    expect(await of('```\n/close\n```')).toEqual([['note', '```\n/close\n```']]);
    expect(await of('/close\n/label ~bug')).toEqual([['system', 'Applying multiple commands']]);
  });
  it('are gone once the note itself is there, whichever way it came', async () => {
    const both = await placeholdersOf({ note: { note: 'Hello\n/close' } }, null, 'k', NAMES);
    expect(withoutArrived(both, [{ note: 'Hello', system: true }])).toBe(both);
    expect(withoutArrived(both, [{ note: 'Hello ', system: false }]).map((each) => each.kind)).toEqual(['system']);
  });
  it('knows the thread and who may see it', async () => {
    const [made] = await placeholdersOf({ note: { note: 'x', internal: true } }, 'd', 'k', NAMES);
    expect(made).toMatchObject({ at: 'd', isInternal: true });
  });
});
