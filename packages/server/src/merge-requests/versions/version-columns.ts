import { type Commit, momentOf } from '@tributary/git';
import type { VersionCommitRow } from '../store/versions.ts';

const MAX_MESSAGE_CHARS = 20_000;

/** Commits as rows; text that PostgreSQL cannot hold is replaced. */
export function versionCommitColumns(commits: readonly Commit[]): Omit<VersionCommitRow, 'version_id'>[] {
  return commits.map((commit, position) => ({
    position,
    sha: commit.sha,
    parent_shas: commit.parents,
    message: clean(commit.message).slice(0, MAX_MESSAGE_CHARS),
    author_name: clean(commit.author.name),
    author_email: clean(commit.author.email),
    authored_at: momentOf(commit.author),
    committer_name: clean(commit.committer.name),
    committer_email: clean(commit.committer.email),
    committed_at: momentOf(commit.committer),
  }));
}

function clean(text: string): string {
  return text.replaceAll('\0', '\ufffd').toWellFormed();
}
