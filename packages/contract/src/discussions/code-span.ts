/** A text as code within a sentence of Markdown, whatever it holds: names of branches may have backticks. */
export function codeSpan(text: string): string {
  const runs = new Set((text.match(/`+/g) ?? []).map((run) => run.length));
  let fence = '`';
  while (runs.has(fence.length)) fence += '`';
  const room = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return fence + room + text + room + fence;
}
