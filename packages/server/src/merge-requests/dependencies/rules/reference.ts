/** A merge request as users write it: `!5`, `group/project!5`, its address or its id alone. */
export type WrittenReference = { path: string | undefined; iid: number };

const SHORT = /^(?<path>[^\s!]+)?!(?<iid>\d{1,9})$/;
const ADDRESS = /^(?<path>[^?#]+)\/-\/merge_requests\/(?<iid>\d{1,9})(?:[/?#].*)?$/;

/** Undefined of what names no merge request. `instanceUrl` is what addresses here begin with. */
export function parseReference(text: string, instanceUrl: string): WrittenReference | undefined {
  const trimmed = text.trim();
  const isAddress = trimmed.startsWith(`${instanceUrl}/`);
  const match = isAddress ? ADDRESS.exec(trimmed.slice(instanceUrl.length + 1)) : SHORT.exec(trimmed);
  if (!match?.groups) return undefined;
  const { path, iid } = match.groups;
  try {
    return { path: path === undefined ? undefined : decodeURI(path), iid: Number(iid) };
  } catch (error) {
    // A % that begins no character.
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
