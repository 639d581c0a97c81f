/** Text as a Markdown quote, with an empty line after it for the answer. */
export function quoteOf(text: string): string {
  const trimmed = text.replaceAll('\r', '').replace(/^\n+|\s+$/g, '');
  if (trimmed === '') return '';
  const lines = trimmed.split('\n').map((line) => (line.trim() === '' ? '>' : `> ${line}`));
  return `${lines.join('\n')}\n\n`;
}

/** What is written already stays before the quote. */
export function withQuote(text: string, quote: string): string {
  if (text.trim() === '') return quote;
  return `${text.replace(/\s+$/, '')}\n\n${quote}`;
}
