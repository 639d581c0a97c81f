const ITEM = /^\s*(?:[-*+]|\d{1,9}[.)])\s+\[([ xX~])\]\s/;
const FENCE = /^\s*(`{3,}|~{3,})/;

/** Task list items of a Markdown text, outside of code blocks. */
export function countTaskItems(text: string): { count: number; completed: number } {
  let fence: string | undefined;
  let count = 0;
  let completed = 0;
  for (const line of text.split('\n')) {
    const mark = FENCE.exec(line)?.[1];
    if (mark !== undefined && (fence === undefined || mark.startsWith(fence))) {
      fence = fence === undefined ? mark : undefined;
      continue;
    }
    const state = fence === undefined ? ITEM.exec(line)?.[1] : undefined;
    if (state === undefined || state === '~') continue;
    count += 1;
    if (state !== ' ') completed += 1;
  }
  return { count, completed };
}
