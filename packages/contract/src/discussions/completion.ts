/** Something that can stand in a text, as `GET <project>/-/autocomplete_sources/:source` tells it. */
export type CompletionEntry = {
  /** What is put into the text: `#12`, `@ann`, `~"two words"`. */
  value: string;
  text: string;
  detail: string | null;
  /** `#rrggbb`, for labels. */
  color: string | null;
  /** Address of one, for emoji that a group made. */
  picture?: string;
};

/** A name as a reference writes it: in quotes when it is more than one plain word. */
export function quotedName(name: string): string {
  return /^[\p{L}_][\p{L}\p{N}_.-]*$/u.test(name) ? name : `"${name.replaceAll('"', '')}"`;
}

/** A file of the repository as a link, whatever its path is made of. */
export function fileLink(path: string): string {
  const text = path.replaceAll(/[\\`*_[\]<>]/g, (sign) => `\\${sign}`);
  const target = path.split('/').map(encodeURIComponent).join('/').replaceAll('(', '%28').replaceAll(')', '%29');
  return `[${text}](${target})`;
}
