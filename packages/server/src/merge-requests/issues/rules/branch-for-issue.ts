const MAX_CHARS = 100;

/** `12-fix-the-login`; the title of a confidential issue is not told by a branch. */
export function branchForIssue(issue: { iid: number; title: string; isConfidential: boolean }): string {
  if (issue.isConfidential) return `${issue.iid}-confidential-issue`;
  const words = issue.title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  const name = words === '' ? String(issue.iid) : `${issue.iid}-${words}`;
  return name.slice(0, MAX_CHARS).replace(/-+$/, '');
}
