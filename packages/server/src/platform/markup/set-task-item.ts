export type TaskChange = {
  /** Line of the source, from 1, as in `TaskItem.line`. */
  line: number;
  checked: boolean;
  /** The whole line as the person saw it; when it is given and differs, somebody changed the text meanwhile. */
  expectedLine?: string;
};

const ITEM = /^((?:[ \t]|>)*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+)+\[)[ xX](\](?:[ \t\r]|$))/;

/** The source with one checkbox ticked or cleared, or null when that line is no (longer the same) task. */
export function setTaskItem(source: string, change: TaskChange): string | null {
  const lines = source.split('\n');
  const line = lines[change.line - 1];
  if (line === undefined || !ITEM.test(line)) return null;
  if (change.expectedLine !== undefined && change.expectedLine.trimEnd() !== line.trimEnd()) return null;
  lines[change.line - 1] = line.replace(ITEM, (_whole, before: string, after: string) => {
    return `${before}${change.checked ? 'x' : ' '}${after}`;
  });
  return lines.join('\n');
}
