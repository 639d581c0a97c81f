const KEY = /\b(?<project>[A-Z][A-Z0-9_]+)-[1-9]\d{0,8}\b/g;

/** Of projects in Jira, as users list them: `ABC, OPS`. */
export function jiraProjects(list: string | null): string[] {
  return (list ?? '').split(/[\s,]+/).filter((each) => each !== '');
}

/** Keys of Jira issues in texts, each once; with `projects` only those of these projects. */
export function jiraKeys(texts: readonly string[], projects: readonly string[]): string[] {
  const found = texts.flatMap((text) => [...text.matchAll(KEY)]);
  const isMeant = (project: string) => projects.length === 0 || projects.includes(project);
  return [...new Set(found.filter((match) => isMeant(match.groups?.['project'] ?? '')).map((match) => match[0]))];
}
