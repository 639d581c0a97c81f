/** What the commands of a place do, by name, as far as its texts have been completed with them. */
const known = new Map<string, ReadonlyMap<string, string>>();

type Command = { name: string; aliases: readonly string[]; description: string };

/** Places are told apart by the addresses of their previews. */
export function rememberCommands(previewPath: string, commands: readonly Command[]): void {
  const entries = commands.flatMap(({ name, aliases, description }) =>
    [name, ...aliases].map((each): [string, string] => [each, description]),
  );
  known.set(previewPath, new Map(entries));
}

export function knownCommands(previewPath: string): ReadonlyMap<string, string> {
  return known.get(previewPath) ?? new Map();
}
