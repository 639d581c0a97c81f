export type WrittenCommand = {
  name: string;
  args: string;
  /** Of the text that a new thing was made with. */
  isForNew?: boolean;
};

const LINE = /^\/([a-z][a-z_]*)(?:[ \t]+(\S.*?))?[ \t]*$/i;
const FENCE = /^\s{0,3}(`{3,}|~{3,})/;
const QUOTE_FENCE = /^>>>\s*$/;

/**
 * Takes the commands out of a text: lines that begin with a slash and a known name, outside of code and quotations. Other
 * lines stay as they were written; blank lines that were around commands only go with them.
 */
export function splitCommands(
  text: string,
  isKnown: (name: string) => boolean,
): { text: string; commands: WrittenCommand[] } {
  const commands: WrittenCommand[] = [];
  const kept: string[] = [];
  let fence: string | undefined;
  let isQuoted = false;
  for (const line of text.split('\n')) {
    const mark = FENCE.exec(line)?.[1];
    if (mark !== undefined && (fence === undefined || mark.startsWith(fence)))
      fence = fence === undefined ? mark : undefined;
    else if (fence === undefined && QUOTE_FENCE.test(line)) isQuoted = !isQuoted;
    const [, name, args = ''] = (fence === undefined && !isQuoted && LINE.exec(line.replace(/\r$/, ''))) || [];
    if (name !== undefined && isKnown(name.toLowerCase())) commands.push({ name: name.toLowerCase(), args });
    else kept.push(line);
  }
  if (commands.length === 0) return { text, commands };
  const rest = kept.join('\n').replaceAll(/\n{3,}/g, '\n\n');
  return { text: rest.trim() === '' ? '' : rest.replace(/^\n+|\s+$/g, ''), commands };
}
