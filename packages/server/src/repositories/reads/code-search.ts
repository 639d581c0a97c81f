import type { CodeSearchFile, RepositorySearchPageData } from '@tributary/contract/projects/repository-page.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { displayPath, grep, type GrepMatch, isGitError } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { escapeHtml, markInvisible } from '../../platform/markup/index.ts';
import { type ProjectAccess, repositoryOf } from '../../projects/index.ts';
import { loadBranchRights } from '../protection/branch-rights.ts';
import { refView } from '../views/location-view.ts';
import { findRevision } from '../visible-objects.ts';
import { allowed } from './commits-page.ts';

const MAX_MATCHES = 200;
const TIME_MS = 8_000;
const MAX_QUERY = 500;

type CodeMatches = { matches: GrepMatch[]; truncated: boolean; timedOut: boolean };

/** Lines of the text files at a ref that hold the text, whatever its case. */
export async function loadCodeSearch(
  ctx: Context,
  access: ProjectAccess,
  asked: { query: string; ref: string },
): Promise<RepositorySearchPageData> {
  const query = asked.query.trim().slice(0, MAX_QUERY);
  const refName = asked.ref === '' ? 'HEAD' : asked.ref;
  const rev = await findRevision(ctx, access, refName);
  const repo = repositoryOf(ctx, access);
  const found: CodeMatches =
    rev && query !== ''
      ? await searchCode(repo, rev.commitSha, query)
      : { matches: [], truncated: false, timedOut: false };
  const project = access.project.full_path;
  const files = rev ? filesOf(project, rev.name, query, found.matches) : [];
  return {
    projectId: access.project.id,
    projectPath: project,
    ref: rev ? refView(access, rev, await loadBranchRights(ctx, access)) : null,
    refsPath: repositoryPaths.refs(project),
    query,
    files,
    matchCount: found.matches.length,
    isTruncated: found.truncated,
    isTimedOut: found.timedOut,
  };
}

/** Matching lines at a commit; what was found until the time was up. */
async function searchCode(repo: string, sha: string, query: string, max: number = MAX_MATCHES): Promise<CodeMatches> {
  try {
    const options = { ignoreCase: true, max, timeoutMs: TIME_MS };
    return { ...(await allowed(() => grep(repo, sha, query, options))), timedOut: false };
  } catch (error) {
    if (isGitError(error, 'timeout')) return { matches: [], truncated: true, timedOut: true };
    throw error;
  }
}

/** `name` is for users, `path` the key. */
export type CodeLine = GrepMatch & { name: string; ref: string };

const MAX_LINES = 1_000;

/** Matching lines at a ref (the default branch without one), in the order of paths. */
export async function findLines(
  ctx: Context,
  access: ProjectAccess,
  request: { query: string; ref?: string | undefined },
): Promise<CodeLine[]> {
  const rev = await findRevision(ctx, access, request.ref ?? access.project.default_branch ?? 'HEAD');
  if (!rev) return [];
  const { matches } = await searchCode(repositoryOf(ctx, access), rev.commitSha, request.query, MAX_LINES);
  return matches.map((match) => ({ ...match, name: displayPath(match.path), ref: rev.name }));
}

function filesOf(project: string, refName: string, query: string, matches: readonly GrepMatch[]): CodeSearchFile[] {
  return [...Map.groupBy(matches, (match) => match.path)].map(([path, own]) => ({
    name: displayPath(path),
    path,
    href: repositoryPaths.blob(project, refName, path),
    lines: own.map((match) => ({ number: match.line, html: markText(match.text, query), isMatch: true })),
  }));
}

/** Escaped line with `<mark>` around every place of the text. */
export function markText(line: string, query: string): string {
  const lower = line.toLowerCase();
  const wanted = query.toLowerCase();
  // Some letters change length with their case; then places cannot be told apart and nothing is marked.
  if (lower.length !== line.length || wanted === '') return markInvisible(escapeHtml(line));
  let html = '';
  let from = 0;
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, from)) {
    html += markInvisible(escapeHtml(line.slice(from, at)));
    html += `<mark>${markInvisible(escapeHtml(line.slice(at, at + wanted.length)))}</mark>`;
    from = at + wanted.length;
  }
  return html + markInvisible(escapeHtml(line.slice(from)));
}
