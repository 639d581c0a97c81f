import { cpuMsOf } from '@tributary/contract/testing/cpu-time.ts';
import { describe, expect, it } from 'vitest';
import { plainText, renderMarkdown } from './index.ts';

describe('plainText', () => {
  it('reads Markdown', () => {
    expect(
      plainText('# Title\n\nSome *text* with `code`, [a link](x) :tada:\n\n- one\n- two\n\n![alt](x.png) <b>bold</b>'),
    ).toBe('Title Some text with code, a link 🎉 one two alt bold');
  });

  it('reads our HTML, with and without references', async () => {
    const { html } = await renderMarkdown(
      '**a** &amp; <p>b</p>\n\n#12 ![pic](x.png)\n\n| c | d |\n|---|---|\n| e | f |',
      { linkRoot: '/g/p' },
    );
    expect(plainText(html, { from: 'html' })).toBe('a & b #12 pic c d e f');
  });

  it('shortens without breaking a character', () => {
    expect(plainText('abc def ghi', { maxChars: 8 })).toBe('abc def…');
    expect(plainText('🎉'.repeat(10), { maxChars: 6 })).toBe('🎉🎉…');
  });

  it('is quick whatever it is given', async () => {
    const texts = [
      '<'.repeat(1_000_000),
      '['.repeat(1_000_000),
      '> '.repeat(500_000),
      '*a '.repeat(300_000),
      '`'.repeat(1_000_000),
    ];
    const spent = await cpuMsOf(() => {
      for (const text of texts) {
        expect(plainText(text).length).toBeLessThanOrEqual(200);
        expect(plainText(text, { from: 'html' }).length).toBeLessThanOrEqual(200);
      }
    });
    expect(spent).toBeLessThan(2_000);
  });
});
