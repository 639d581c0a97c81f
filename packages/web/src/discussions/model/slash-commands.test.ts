import { describe, expect, it } from 'vitest';
import { commandsText } from './slash-commands.ts';

describe('commandsText', () => {
  const known = new Map([['close', 'Close this merge request.']]);
  it.each([
    [[], null],
    [['close'], 'Applying command to close this merge request'],
    [['unheard_of'], 'Applying command'],
    [['close', 'label'], 'Applying multiple commands'],
  ])('%j', (commands, expected) => {
    expect(commandsText(commands, known)).toBe(expected);
  });
});
