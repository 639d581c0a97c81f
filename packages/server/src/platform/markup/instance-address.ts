import { type FoundReference, scanReferences } from './scan-references.ts';

/** What a rendering knows of where its text stands. */
export type AddressContext = { instanceUrl?: string | undefined; projectPath?: string | undefined };

/** A thing of this instance, named by the address of its page. */
export type AddressedThing = FoundReference & {
  /** The address that it is linked by: as written, without `+` and `+s`. */
  url: string;
};

const PAGE =
  /^\/(?<path>\w[\w.-]*(?:\/\w[\w.-]*){1,20})\/-\/(?<list>issues|merge_requests|commit|compare)\/(?<name>[\w.]{1,100})(?<format>\+s?$)?(?<rest>(?:[/?#]|$))/;
const SIGNS: Record<string, string> = { issues: '#', merge_requests: '!', commit: '@', compare: '@' };
const NUMBER = /^[1-9]\d{0,9}$/;
const COMMITS = /^[0-9a-f]{7,40}(?:\.{2,3}[0-9a-f]{7,40})?$/;

/**
 * The issue, merge request, commit or comparison whose page this is the address of. Its reference is the shortest that means
 * the same in a text of the place: `#12`, a sibling's `other#12`, else `group/project#12`.
 */
export function addressedThing(
  address: string,
  { instanceUrl, projectPath }: AddressContext,
): AddressedThing | undefined {
  const isBelow = instanceUrl !== undefined && address.startsWith(`${instanceUrl}/`);
  const groups = PAGE.exec(isBelow ? address.slice(instanceUrl.length) : address)?.groups;
  const { path = '', list = '', name = '', format = '' } = groups ?? {};
  const isNumbered = list === 'issues' || list === 'merge_requests';
  if (!groups || !(isNumbered ? NUMBER : COMMITS).test(name)) return undefined;
  if (list === 'compare' && !name.includes('..')) return undefined;
  const ref = `${isNumbered ? shortPath(path, projectPath) : path}${SIGNS[list]}${name}`;
  const [found] = scanReferences(ref);
  if (found?.ref !== ref) return undefined;
  const isSummary = format === '+' || format === '+s';
  const url = isSummary ? address.slice(0, -format.length) : address;
  return { ...found, format: isSummary && isNumbered ? format : '', url };
}

function shortPath(path: string, projectPath: string | undefined): string {
  if (projectPath === undefined) return path;
  if (path === projectPath) return '';
  const group = projectPath.slice(0, projectPath.lastIndexOf('/') + 1);
  const last = path.slice(group.length);
  return path.startsWith(group) && !last.includes('/') ? last : path;
}

/** How it is called where it was named by its address: a comment or a tab of the page is said, ids of commits are shortened. */
export function nameOfAddressed(ref: string, url: string, projectPath?: string): string {
  const short = ref.replace(/(?<=[@.])([0-9a-f]{8})[0-9a-f]{1,32}(?![0-9a-f])/g, '$1');
  const own =
    projectPath !== undefined && short.startsWith(`${projectPath}@`) ? short.slice(projectPath.length + 1) : short;
  const comment = /#note_(\d{1,15})$/.exec(url)?.[1];
  const tab = /\/-\/merge_requests\/\d+\/(diffs|commits|pipelines)(?:[?#]|$)/.exec(url)?.[1];
  const detail = comment === undefined ? tab : `comment ${comment}`;
  return detail === undefined ? own : `${own} (${detail})`;
}
