import { cpuMsOf } from '@tributary/contract/testing/cpu-time.ts';
import { describe, expect, it } from 'vitest';
import { renderSync } from './render-sync.ts';
import { changedTasks, countTasks, listTasks, setTask } from './task-items.ts';

const SOURCE = `# Plan

- [ ] one
* [x] two
  1. [X] three
  2) [ ] four
- [~] not any more
- [y] no task
- [ ]no task either

> - [ ] quoted
>   - [x] deeper

- - [ ] twice

\`\`\`\`md
- [ ] code
\`\`\`
- [ ] still code
\`\`\`\`

<!--
- [ ] comment
-->

~~~
    ~~~
- [ ] after what does not end it
~~~

<pre>
- [ ] as it stands

</pre>

- \`\`\`
  - [ ] in an item
- [ ] behind it

Text
    - [ ] goes on

Paragraph

    - [ ] indented code

1. first

    - [x] below the first
- [ ]
`;

describe('the tasks of a text', () => {
  it('are those that the rendering has, in the same lines and states', () => {
    const rendered = renderSync(SOURCE, {}).taskItems.map(({ line, checked, isInapplicable }) => ({
      line,
      state: isInapplicable ? 'inapplicable' : checked ? 'done' : 'open',
    }));
    const scanned = listTasks(SOURCE).map(({ line, state }) => ({ line, state }));
    expect(scanned).toEqual(rendered);
    expect(scanned).toHaveLength(11);
  });

  it('are counted without those that do not apply', () => {
    expect(countTasks(SOURCE)).toEqual({ count: 10, completed: 4 });
    expect(countTasks('nothing')).toEqual({ count: 0, completed: 0 });
  });

  it('are read in a time that grows with the text', async () => {
    const spent = await cpuMsOf(() => {
      for (const piece of ['- [ ] a\n', '- '.repeat(100), '> ', '1. ', '[ ] ', '\t', '- [ ] '.repeat(50) + '\n']) {
        countTasks(piece.repeat(Math.floor(1_000_000 / piece.length)));
      }
    });
    expect(spent).toBeLessThan(4_000);
  });
});

describe('setting a task', () => {
  it('ticks every item that the renderer finds, and nothing else', () => {
    const source = '- [ ] a\n  1. [ ] b\n\n> * [ ] c\n\n- - [ ] d\n\n\t- [ ] code\n\n[ ] text\n- [ ]\n- [ ] \n';
    const { taskItems } = renderSync(source, {});
    expect(taskItems.length).toBeGreaterThanOrEqual(4);
    for (const { index, line } of taskItems) {
      const lineSource = source.split('\n')[line - 1] ?? '';
      const ticked = setTask(source, { line, lineSource, checked: true });
      expect(ticked, `line ${line}`).not.toBeNull();
      const after = renderSync(ticked ?? '', {}).taskItems;
      expect(after.map((item) => item.checked)).toEqual(taskItems.map((item) => item.index === index));
      expect(setTask(ticked ?? '', { line, lineSource, checked: false })).toBe(source);
    }
  });

  it('T-133: is linear', async () => {
    const spent = await cpuMsOf(() => {
      for (const line of ['- '.repeat(100_000), ' >'.repeat(100_000), '1. '.repeat(100_000), '- [ '.repeat(100_000)]) {
        expect(setTask(line, { line: 1, lineSource: line, checked: true })).toBeNull();
      }
    });
    expect(spent).toBeLessThan(1_000);
  });

  it('changes one character and nothing else', () => {
    for (const { line, state } of listTasks(SOURCE)) {
      if (state === 'inapplicable') continue;
      const lineSource = SOURCE.split('\n')[line - 1] ?? '';
      const changed = setTask(SOURCE, { line, lineSource, checked: state === 'open' }) ?? '';
      expect(changed).toHaveLength(SOURCE.length);
      const differing = [...SOURCE].filter((char, index) => char !== changed[index]);
      expect(differing).toHaveLength(1);
      const [task] = changedTasks(SOURCE, changed) ?? [];
      expect(task).toMatchObject({ line, state: state === 'open' ? 'done' : 'open' });
    }
  });

  it('keeps line ends as they were', () => {
    const crlf = 'a\r\n- [ ] b\r\n- [x] c\r\n';
    expect(setTask(crlf, { line: 2, lineSource: '- [ ] b', checked: true })).toBe('a\r\n- [x] b\r\n- [x] c\r\n');
  });

  it('does nothing when someone else was faster with the same', () => {
    expect(setTask('- [x] a', { line: 1, lineSource: '- [ ] a', checked: true })).toBe('- [x] a');
  });

  it.each([
    ['the line says something else', '- [ ] b'],
    ['a line was put before it', 'new\n- [ ] a'],
    ['it is gone', ''],
    ['it is code now', '```\n- [ ] a'],
    ['it does not apply any more', '- [~] a'],
    ['it is not a task', 'a'],
    ['it is quoted as code', '    - [ ] a'],
  ])('refuses when %s', (_name, source) => {
    expect(setTask(source, { line: 1, lineSource: '- [ ] a', checked: true })).toBeNull();
  });
});

describe('what changed between two texts', () => {
  it('is null when more than boxes did', () => {
    expect(changedTasks('- [ ] a', '- [x] b')).toBeNull();
    expect(changedTasks('- [ ] a', '- [x] a\n')).toBeNull();
    expect(changedTasks('- [ ] a\n\n    - [ ] a', '- [ ] a\n\nb')).toBeNull();
    expect(changedTasks('- [ ] a', '- [~] a')).toBeNull();
  });

  it('counts code that looks like a task as another change', () => {
    expect(changedTasks('```\n- [ ] a\n```', '```\n- [x] a\n```')).toBeNull();
  });
});
