const MAX_CHARS = 100;

type Issue = { iid: number; title: string; isConfidential: boolean };

/**
 * `12-fix-the-login`, or what the template of the project says where that `isName`; the title of a confidential issue is not
 * told by a branch.
 */
export function branchForIssue(
  issue: Issue,
  { template, isName }: { template: string | null; isName: (text: string) => boolean },
): string {
  if (issue.isConfidential) return `${issue.iid}-confidential-issue`;
  const words = issue.title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  const named = template === null ? '' : nameFrom(template, { id: String(issue.iid), title: words });
  if (named !== '' && isName(named)) return named;
  const name = words === '' ? String(issue.iid) : `${issue.iid}-${words}`;
  return name.slice(0, MAX_CHARS).replace(/-+$/, '');
}

/** `%{id}` and `%{title}` filled in; spaces are no part of a branch's name. */
function nameFrom(template: string, values: Record<string, string>): string {
  const filled = template.replaceAll(/%\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
  return filled.trim().replaceAll(/\s+/g, '-').slice(0, MAX_CHARS).replace(/-+$/, '');
}
