/** `12`, `#12`, `project#12`, `group/project#12` or the address of an issue; undefined for anything else. */
export function readIssueReference(text: string, here: string): { path: string; iid: number } | undefined {
  const trimmed = text.trim();
  const address = /^https?:\/\/[^/]+\/(.+?)\/-\/issues\/(\d{1,15})(?:[?#].*)?$/.exec(trimmed);
  if (address?.[1] !== undefined) return { path: address[1], iid: Number(address[2]) };
  const short = /^(?:([\w.-]+(?:\/[\w.-]+)*)?#)?(\d{1,15})$/.exec(trimmed);
  if (!short) return undefined;
  const [, path] = short;
  const sibling = `${here.slice(0, here.lastIndexOf('/') + 1)}${path ?? ''}`;
  return { path: path === undefined ? here : path.includes('/') ? path : sibling, iid: Number(short[2]) };
}
