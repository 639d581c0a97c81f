/** What is shown while commands are carried out; `descriptions` by name, as far as they are known. */
export function commandsText(commands: readonly string[], descriptions: ReadonlyMap<string, string>): string | null {
  const [only] = commands;
  if (only === undefined) return null;
  if (commands.length > 1) return 'Applying multiple commands';
  const description = descriptions.get(only);
  if (description === undefined) return 'Applying command';
  return `Applying command to ${description.charAt(0).toLowerCase()}${description.slice(1).replace(/\.$/, '')}`;
}
