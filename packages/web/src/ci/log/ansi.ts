import { type AnsiStyle, BRIGHT, PLAIN, splitByStyle } from '@tributary/contract/ci/log-style.ts';

export type AnsiSpan = { text: string; className: string };

function classesOf(style: AnsiStyle): string {
  const [fg, bg] = style.inverse ? [style.bg, style.fg ?? 7] : [style.fg, style.bg];
  const classes: string[] = [];
  if (bg !== null) classes.push(`ansi-bg-${bg % BRIGHT}`);
  else if (fg !== null) classes.push(`ansi-fg-${fg}`);
  if (style.bold) classes.push('ansi-bold');
  if (style.faint) classes.push('ansi-faint');
  if (style.italic) classes.push('ansi-italic');
  if (style.underline) classes.push('ansi-underline');
  if (style.strike) classes.push('ansi-strike');
  return classes.join(' ');
}

/** Text with its looks as class names. */
export function parseAnsi(text: string, before: AnsiStyle = PLAIN): AnsiSpan[] {
  const spans: AnsiSpan[] = [];
  for (const part of splitByStyle(text, before).parts) {
    const className = classesOf(part.style);
    const last = spans.at(-1);
    if (last?.className === className) last.text += part.text;
    else spans.push({ text: part.text, className });
  }
  return spans;
}
