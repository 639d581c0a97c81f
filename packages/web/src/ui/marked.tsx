import type { ReactNode } from 'react';

/** Text with the matching places set apart by weight, not by colour alone. */
export function Marked({
  text,
  ranges,
}: {
  text: string;
  ranges: readonly [start: number, end: number][] | undefined;
}) {
  if (ranges === undefined || ranges.length === 0) return text;
  const parts: ReactNode[] = [];
  let from = 0;
  for (const [start, end] of ranges) {
    parts.push(text.slice(from, start));
    parts.push(
      <mark key={start} className="bg-transparent font-semibold text-accent-fg">
        {text.slice(start, end)}
      </mark>,
    );
    from = end;
  }
  parts.push(text.slice(from));
  return parts;
}
