const COMMAND = /^\/(\w+)/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const QUOTE_FENCE = /^>>>\s*$/;

export type SplitText = {
  /** Without the command lines, trimmed. */
  text: string;
  /** Names in the order they stand, without the slash. */
  commands: string[];
};

/**
 * What of a text is said and what is ordered: lines that begin with a slash and one of these names, outside of code and
 * quotations.
 */
export function splitCommands(text: string, names: readonly string[]): SplitText {
  const kept: string[] = [];
  const commands: string[] = [];
  let fence: string | null = null;
  let isQuoted = false;
  for (const line of text.split('\n')) {
    const mark = FENCE.exec(line)?.[1];
    if (mark !== undefined) {
      if (fence === null) fence = mark;
      else if (mark.startsWith(fence)) fence = null;
    } else if (fence === null && QUOTE_FENCE.test(line)) isQuoted = !isQuoted;
    const command = fence === null && !isQuoted ? COMMAND.exec(line)?.[1]?.toLowerCase() : undefined;
    if (command === undefined || !names.includes(command)) kept.push(line);
    else commands.push(command);
  }
  return { text: kept.join('\n').trim(), commands };
}

/** What is shown while commands are carried out; `descriptions` by name, as far as they are known. */
export function commandsText(commands: readonly string[], descriptions: ReadonlyMap<string, string>): string | null {
  const [only] = commands;
  if (only === undefined) return null;
  if (commands.length > 1) return 'Applying multiple commands';
  const description = descriptions.get(only);
  if (description === undefined) return 'Applying command';
  return `Applying command to ${description.charAt(0).toLowerCase()}${description.slice(1).replace(/\.$/, '')}`;
}
