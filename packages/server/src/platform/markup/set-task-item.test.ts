import { describe, expect, it } from 'vitest';
import { renderMarkdown, setTaskItem } from './index.ts';

describe('setTaskItem', () => {
  it('ticks every item that the renderer finds, and nothing else', async () => {
    const source = '- [ ] a\n  1. [ ] b\n\n> * [ ] c\n\n- - [ ] d\n\n\t- [ ] code\n\n[ ] text\n- [ ]\n- [ ] \n';
    const { taskItems } = await renderMarkdown(source);
    expect(taskItems.length).toBeGreaterThanOrEqual(4);
    for (const { index, line } of taskItems) {
      const ticked = setTaskItem(source, { line, checked: true });
      expect(ticked, `line ${line}`).not.toBeNull();
      const after = (await renderMarkdown(ticked ?? '')).taskItems;
      expect(after.map((item) => item.checked)).toEqual(taskItems.map((item) => item.index === index));
      expect(setTaskItem(ticked ?? '', { line, checked: false })).toBe(source);
    }
  });

  it('refuses when the line is no task or has changed', () => {
    expect(setTaskItem('text\n- [ ] a', { line: 1, checked: true })).toBeNull();
    expect(setTaskItem('- [ ] a', { line: 9, checked: true })).toBeNull();
    expect(setTaskItem('- [ ] a', { line: 1, checked: true, expectedLine: '- [ ] b' })).toBeNull();
    expect(setTaskItem('- [ ] a\r\nb', { line: 1, checked: true, expectedLine: '- [ ] a' })).toBe('- [x] a\r\nb');
  });

  it('T-133: is linear', () => {
    const started = performance.now();
    for (const line of ['- '.repeat(100_000), ' >'.repeat(100_000), '1. '.repeat(100_000), '- [ '.repeat(100_000)]) {
      expect(setTaskItem(line, { line: 1, checked: true })).toBeNull();
    }
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});
