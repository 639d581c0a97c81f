import { describe, expect, it } from 'vitest';
import { quoteOf, withQuote } from './quote.ts';

describe('quoteOf', () => {
  it('marks every line and leaves room for the answer', () => {
    expect(quoteOf('one\n\ntwo  \n')).toBe('> one\n>\n> two\n\n');
  });
  it('keeps quotes inside quotes, code and line ends of other systems', () => {
    expect(quoteOf('> old\r\n\r\n```\r\n  code\r\n```')).toBe('> > old\n>\n> ```\n>   code\n> ```\n\n');
  });
  it('gives nothing for nothing', () => {
    expect(quoteOf(' \n ')).toBe('');
  });
});

describe('withQuote', () => {
  it('never replaces what was written', () => {
    expect(withQuote('mine', '> q\n\n')).toBe('mine\n\n> q\n\n');
    expect(withQuote('  ', '> q\n\n')).toBe('> q\n\n');
  });
});
