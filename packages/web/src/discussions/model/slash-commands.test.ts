import { describe, expect, it } from 'vitest';
import { commandsText, splitCommands } from './slash-commands.ts';

const NAMES = ['close', 'label', 'merge'];

describe('splitCommands', () => {
  it('takes the lines that begin with a slash', () => {
    expect(splitCommands('Hello\n/close\n/label ~bug\nbye', NAMES)).toEqual({
      text: 'Hello\nbye',
      commands: ['close', 'label'],
    });
    expect(splitCommands('/Merge', NAMES)).toEqual({ text: '', commands: ['merge'] });
  });
  it('leaves what is quoted as a block', () => {
    const text = '>>>\n/close\n>>>';
    expect(splitCommands(text, NAMES)).toEqual({ text, commands: [] });
    expect(splitCommands(`${text}\n/merge`, NAMES).commands).toEqual(['merge']);
  });
  it('leaves code, paths inside a line and lone slashes', () => {
    const text = 'see /etc\n```sh\n/close\n```\n/ not one\n/etc/passwd\n/shrug';
    expect(splitCommands(text, NAMES)).toEqual({ text, commands: [] });
  });
});

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
