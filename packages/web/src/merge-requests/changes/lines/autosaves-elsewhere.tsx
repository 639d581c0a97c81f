import type { DiffsMetadata, DiffVersionEntry } from '@tributary/contract/merge-requests/diffs.ts';
import { type SearchPatch, usePageUrl } from '../../../app/navigation.tsx';
import { autosaveScopeOf } from '../../../app/autosave/autosave-store.ts';
import { useTexts, useAutosavedFields } from '../../../app/autosave/use-autosaved-text.ts';
import { LINE_FIELD } from '../../../discussions/lines/line-field.ts';
import { useDiscussionStore } from '../../../discussions/store/use-discussions.tsx';
import { useOnItsWay } from '../../../discussions/store/use-on-its-way.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Link } from '../../../ui/link.tsx';
import { PathText } from '../../../ui/path-text.tsx';
import { ALL_CHANGES } from '../../queries.ts';
import { type Changes, useChanges } from '../changes-context.ts';
import { mayCommentOnFiles } from './may-comment-on-files.ts';

/** The line that a comment was begun on, as its place tells it (`formKeyOf`). */
export type AutosavedLine = { fileHash: string; side: 'old' | 'new'; sha: string; line: number };

export function parseAutosavedLine(field: string): AutosavedLine | null {
  if (!field.startsWith(LINE_FIELD)) return null;
  const [, fileHash, side, sha, line] =
    /^([0-9a-f]{40})_(old|new)-([0-9a-f]+)-(\d+)$/.exec(field.slice(LINE_FIELD.length)) ?? [];
  if (fileHash === undefined || sha === undefined) return null;
  return { fileHash, side: side === 'old' ? 'old' : 'new', sha, line: Number(line) };
}

/** The file that a comment was begun on as a whole, or on a place of its image. */
export function parseAutosavedFile(field: string): string | null {
  return /^(?:file|image)-([0-9a-f]{40})$/.exec(field)?.[1] ?? null;
}

/** What shows the line: a version, what changed since one, or one commit. */
export function whatShows({ side, sha }: AutosavedLine, versions: readonly DiffVersionEntry[]): SearchPatch | null {
  const all = { ...ALL_CHANGES, commit_id: null, file: null };
  const ending = versions.find((each) => each.head_commit_sha === sha);
  if (side === 'new') return ending ? { ...all, diff_id: String(ending.id) } : { ...all, commit_id: sha };
  const beginning = versions.find((each) => each.base_commit_sha === sha);
  if (beginning) return { ...all, diff_id: String(beginning.id) };
  return ending ? { ...all, start_sha: sha } : null;
}

/** Null where these changes show the line; else what does, as far as that is known. */
export function searchToShowLine(line: AutosavedLine, metadata: DiffsMetadata): { search: SearchPatch | null } | null {
  const { diff_refs: refs, diff_files: files, merge_request_diffs: versions } = metadata;
  const file = files.find((each) => each.file_hash === line.fileHash);
  const isHere = file && line.sha === (line.side === 'new' ? refs.head_sha : refs.base_sha);
  if (!isHere) return { search: whatShows(line, versions) };
  // Nothing but white space changed in it, which is left out with all its lines.
  return file.whitespace_only ? { search: { w: '0' } } : null;
}

type Shown = Pick<Changes, 'comments' | 'metadata' | 'params'>;

/** The same of a file: all changes have it, if any have. */
export function searchToShowFile(fileHash: string, changes: Shown): { search: SearchPatch | null } | null {
  const { metadata, params } = changes;
  const isHere = metadata.diff_files.some((file) => file.file_hash === fileHash);
  if (isHere && mayCommentOnFiles(changes)) return null;
  const {
    start_sha: start,
    commit_id: commit,
    diff_id: version,
    diff_head: merge,
    only_context_commits: context,
  } = params;
  const isPart = [start, commit, version, merge, context].some((each) => each !== undefined);
  return { search: isPart ? { ...ALL_CHANGES, commit_id: null, file: null } : null };
}

/** Comments that were begun on what is not shown here: kept, and opened again where their lines and files are. */
export function AutosavesElsewhere() {
  const changes = useChanges();
  const { metadata } = changes;
  const { hrefWith } = usePageUrl();
  const place = autosaveScopeOf(useDiscussionStore().notes);
  const texts = useTexts(place);
  const isOnItsWay = useOnItsWay();
  const begun = useAutosavedFields(place).flatMap((field) => {
    const line = parseAutosavedLine(field);
    const fileHash = line?.fileHash ?? parseAutosavedFile(field);
    const text = texts?.find(field)?.text.trim() ?? '';
    if (fileHash === null || text === '' || isOnItsWay(field)) return [];
    const elsewhere = line ? searchToShowLine(line, metadata) : searchToShowFile(fileHash, changes);
    return elsewhere ? [{ field, fileHash, line: line?.line, text, search: elsewhere.search }] : [];
  });
  if (begun.length === 0) return null;
  return (
    <section aria-label="Unsent comments" className="mt-3 rounded-md border bg-surface p-3">
      <p className="text-fg-muted">These unsent comments are on lines or files that are not shown here:</p>
      <ul>
        {begun.map(({ field, fileHash, line, text, search }) => {
          const path = metadata.diff_files.find((file) => file.file_hash === fileHash)?.file_path;
          return (
            <li key={field} className="flex flex-wrap items-center gap-2 pt-2 sm:flex-nowrap">
              <span dir="auto" className="line-clamp-2 min-w-0 basis-full break-words sm:flex-1 sm:basis-0">
                {text}
              </span>
              <span className="min-w-0 flex-1 font-mono text-code sm:flex-none">
                {path && <PathText path={line === undefined ? path : `${path}:${line}`} />}
              </span>
              <CopyButton text={text} label="Copy unsent comment" size="sm" />
              {search && (
                <Link href={`${hrefWith(search)}#diff-content-${fileHash}`}>
                  {line === undefined ? 'Show all changes' : 'Show line'}
                </Link>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
