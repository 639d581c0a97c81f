import { expect, test } from 'vitest';
import { splitCommands } from './split-commands.ts';

const KNOWN = new Set(['close', 'label', 'assign']);
const split = (text: string) => splitCommands(text, (name) => KNOWN.has(name));

test.each([
  ['/close', '', ['close:']],
  ['Done.\n\n/close\n/label ~bug ~"two words"', 'Done.', ['close:', 'label:~bug ~"two words"']],
  ['/CLOSE  ', '', ['close:']],
  ['/unknown\n/close', '/unknown', ['close:']],
  ['a /close b', 'a /close b', []],
  [' /close', ' /close', []],
  ['/closed', '/closed', []],
  ['/close-up of it', '/close-up of it', []],
  ['see /etc\n/ not one\n/etc/passwd', 'see /etc\n/ not one\n/etc/passwd', []],
  ['```\n/close\n```', '```\n/close\n```', []],
  ['~~~~\n/close\n~~~\n/close\n~~~~\n/assign @a', '~~~~\n/close\n~~~\n/close\n~~~~', ['assign:@a']],
  ['>>>\n/close\n>>>', '>>>\n/close\n>>>', []],
  ['> /close', '> /close', []],
  ['one\r\n/close\r\ntwo', 'one\r\ntwo', ['close:']],
  ['one\n\n/close\n\ntwo', 'one\n\ntwo', ['close:']],
])('%j', (written, text, commands) => {
  const result = split(written);
  expect(result.text).toBe(text);
  expect(result.commands.map(({ name, args }) => `${name}:${args}`)).toEqual(commands);
});

test('a text without commands is not touched', () => {
  const text = '\n\n\nspaces  \n\n\n\n';
  expect(split(text).text).toBe(text);
});
