import { expect, test } from 'vitest';
import { cpuMsOf } from '../testing/cpu-time.ts';
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
  ['>>>>\n>>>\n/close\n>>>\n/close\n>>>>\n/assign @a', '>>>>\n>>>\n/close\n>>>\n/close\n>>>>', ['assign:@a']],
  ['>>> [!note] Read this\n/close\n>>>', '>>> [!note] Read this\n/close\n>>>', []],
  ['>>>\nnever ended\n\n/close', '>>>\nnever ended', ['close:']],
  ['>>>\n```\n>>>\n/close\n```\n/close\n>>>', '>>>\n```\n>>>\n/close\n```\n/close\n>>>', []],
  ['>>>\n```\n>>>\n/close', '>>>\n```\n>>>\n/close', []],
  ['- >>>\n/close\n- >>>', '- >>>\n- >>>', ['close:']],
  ['> /close', '> /close', []],
  ['one\r\n/close\r\ntwo', 'one\r\ntwo', ['close:']],
  ['one\n\n/close\n\ntwo', 'one\n\ntwo', ['close:']],
  ['````\n```\n/close\n````\n/assign @a', '````\n```\n/close\n````', ['assign:@a']],
  ['```\n```js\n/close\n```', '```\n```js\n/close\n```', []],
  ['```\n    ```\n/close\n```', '```\n    ```\n/close\n```', []],
  ['```diff``` looks wrong\n/close', '```diff``` looks wrong', ['close:']],
  ['- ```\n  code\n  ```\n\n```\n/close\n```', '- ```\n  code\n  ```\n\n```\n/close\n```', []],
  ['- ```\n  code\n  ```\n/close', '- ```\n  code\n  ```', ['close:']],
  ['> ```\n> code\n\n/close', '> ```\n> code', ['close:']],
  ['<!--\n/close\n-->\n/assign @a', '<!--\n/close\n-->', ['assign:@a']],
  ['<!-- a -->\n/close', '<!-- a -->', ['close:']],
  ['<pre>\n\n/close\n</pre>', '<pre>\n\n/close\n</pre>', []],
  ['see `\n/close\n` there', 'see `\n/close\n` there', []],
  ['see ` or\n\n/close\n\nand `', 'see ` or\n\nand `', ['close:']],
  ['\\` and\n/close\nand `', '\\` and\nand `', ['close:']],
  ['``a` and\n/close\nand `b', '``a` and\n/close\nand `b', []],
  ['a\n\n\n\nb\n\n\n/close\n\n/assign\n\n\nc\n\n\n\nd', 'a\n\n\n\nb\n\nc\n\n\n\nd', ['close:', 'assign:']],
  ['```suggestion\na\n\n\n\nb\n```\n\n/close', '```suggestion\na\n\n\n\nb\n```', ['close:']],
  ['\n\n/close\n\n```\n\n\n', '```\n\n\n', ['close:']],
  ['\n \n/close\n \n', '', ['close:']],
  ['text\n/close\nmore', 'text\nmore', ['close:']],
  ['<details>\n\n/close\n\n</details>\n\n/label ~a', '<details>\n\n/close\n\n</details>', ['label:~a']],
  ['</details>\n\n/close\n\n<br>\n\n/label ~a', '</details>\n\n<br>', ['close:', 'label:~a']],
  ['see `<details>` and \\<div>\n\n/close', 'see `<details>` and \\<div>', ['close:']],
  ['<p>\n\n/close', '<p>', ['close:']],
  ['- item\n\n/close', '- item', ['close:']],
  ['| a |\n|---|\n\n/close', '| a |\n|---|', ['close:']],
  ['a | b\n|---|\n/close', 'a | b\n|---|', ['close:']],
  ...[
    '<details>\n<summary>how</summary>\n\n/close\n\n</details>',
    '<div><details>\n\n</div>\n</details>\n<details>\n\n/close',
    'x <details>\n\n/close\n\n</details>',
    '<b>\n\n/close\n\n</b>',
    '- item\n/close',
    '1. item\n\n   text\n/close',
    '- item\n\n  /close',
    '> quote\n/close',
    '> > quote\n/close\n/close',
    '| a |\n|---|\n/close',
    'text\n| a | b\\| |\n:--|--:\n| c |\n/close',
    '/close | a\n---|---',
    '[^1]: note\n/close',
  ].map((text): [string, string, string[]] => [text, text, []]),
])('%j', (written, text, commands) => {
  const result = split(written);
  expect(result.text).toBe(text);
  expect(result.commands.map(({ name, args }) => `${name}:${args}`)).toEqual(commands);
});

test('a text without commands is not touched', () => {
  const text = '\n\n\nspaces  \n\n\n\n';
  expect(split(text).text).toBe(text);
});

test('commands are found in a time that grows with the text', async () => {
  const size = 200_000;
  const pieces = ['`', '`a ``b ', '\\', '- ', '> ', '\t', '<!-- ', '/close\n', '\n/close\n\n', '`\n', '- a\n'];
  pieces.push('>>> [!a]\n\n', '- >>> [!a]\n\n  ```\n');
  const spent = await cpuMsOf(() => {
    for (const piece of pieces) split(`/close\n${piece.repeat(size / piece.length)}`);
    split(`/close a${' '.repeat(size)}b`);
  });
  expect(spent).toBeLessThan(4_000);
});
