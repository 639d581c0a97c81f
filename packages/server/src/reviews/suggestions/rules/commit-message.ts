export type SuggestionMessageParts = {
  /** In place of the usual one. */
  template: string | null;
  count: number;
  paths: readonly string[];
  branch: string;
  projectPath: string;
  projectName: string;
  username: string;
  userName: string;
  /** Who wrote the suggestions, without the one who applies them. */
  coAuthors: readonly { name: string; email: string }[];
};

const DEFAULT_TEMPLATE = 'Apply %{suggestions_count} suggestion(s) to %{files_count} file(s)';

/** The message of a commit that applies suggestions; those who wrote them are named as co-authors, where it says, else at its end. */
export function suggestionCommitMessage(parts: SuggestionMessageParts, own?: string): string {
  const named = parts.coAuthors.map(
    ({ name, email }) => `Co-authored-by: ${name.replaceAll(/[\r\n<>]/g, ' ')} <${email}>`,
  );
  const values: Record<string, string> = {
    suggestions_count: String(parts.count),
    files_count: String(parts.paths.length),
    file_paths: parts.paths.join(', '),
    file_path: parts.paths[0] ?? '',
    branch_name: parts.branch,
    project_path: parts.projectPath,
    project_name: parts.projectName,
    username: parts.username,
    user_full_name: parts.userName,
    co_authored_by: named.join('\n'),
  };
  const template = own?.trim() || parts.template || DEFAULT_TEMPLATE;
  const text = template.replaceAll(/%\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole).trim();
  const trailers = named.filter((line) => !text.includes(line));
  return trailers.length === 0 ? text : `${text}\n\n${trailers.join('\n')}`;
}
