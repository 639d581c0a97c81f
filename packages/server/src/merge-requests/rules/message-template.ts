/** What `%{name}` in the template of a commit message stands for; an empty text for what there is none of. */
export const TEMPLATE_VARIABLES = [
  'all_commits',
  'approved_by',
  'co_authored_by',
  'description',
  'first_commit',
  'first_multiline_commit',
  'first_multiline_commit_description',
  'issues',
  'local_reference',
  'merge_request_author',
  'merged_by',
  'reference',
  'reviewed_by',
  'source_branch',
  'source_project_id',
  'target_branch',
  'title',
  'url',
] as const;

export type TemplateValues = Record<(typeof TEMPLATE_VARIABLES)[number], string>;

const ONLY_VARIABLE = /^%\{(\w+)\}$/;

/**
 * The message that a template gives. A line that is one variable with nothing to say goes, with the blank line above it
 * where none would be left between it and the next blank line or the end. Unknown names stay as they are.
 */
export function fillMessageTemplate(template: string, values: TemplateValues): string {
  const known = new Map<string, string>(Object.entries(values));
  const lines = template.replaceAll('\r\n', '\n').trim().split('\n');
  const written: string[] = [];
  for (const [at, line] of lines.entries()) {
    const variable = ONLY_VARIABLE.exec(line.trim())?.[1];
    if (variable === undefined || known.get(variable)?.trim() !== '') {
      written.push(line);
      continue;
    }
    const isBlankBelow = (lines[at + 1] ?? '').trim() === '';
    if (isBlankBelow && written.at(-1)?.trim() === '') written.pop();
  }
  const text = written.join('\n');
  return text.replaceAll(/%\{(\w+)\}/g, (whole, name: string) => known.get(name) ?? whole).trim();
}

type CommitText = { message: string; parentCount: number };

const MAX_LISTED = 100;

/** Texts of the commits themselves, newest first; merges do not count. */
export function commitValues(
  title: string,
  commits: readonly CommitText[],
): Pick<
  TemplateValues,
  'all_commits' | 'first_commit' | 'first_multiline_commit' | 'first_multiline_commit_description'
> {
  const messages = commits
    .filter((commit) => commit.parentCount < 2)
    .map((commit) => commit.message.trim())
    .toReversed();
  const multiline = messages.find((message) => message.includes('\n'));
  const listed = messages.slice(0, MAX_LISTED).map((message) => `* ${message}`);
  if (messages.length > MAX_LISTED) listed.push('* and more commits');
  return {
    all_commits: listed.join('\n\n'),
    first_commit: messages[0] ?? '',
    first_multiline_commit: multiline ?? title,
    first_multiline_commit_description: multiline?.slice(multiline.indexOf('\n')).trim() ?? '',
  };
}

export type Signer = { name: string; email: string };

const signature = ({ name, email }: Signer) => `${name.replaceAll(/[\r\n<>]/g, ' ')} <${email}>`;

/** `Approved-by: Ann <ann@example.org>`, a line for each user. */
export function trailerLines(trailer: string, signers: readonly Signer[]): string {
  return [...new Set(signers.map((signer) => `${trailer}: ${signature(signer)}`))].join('\n');
}

export { signature };
