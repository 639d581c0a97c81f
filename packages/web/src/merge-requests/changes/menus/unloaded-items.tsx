import type { DiffFileSummary } from '@tributary/contract/merge-requests/diffs.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { MenuItem, MenuLinkItem, MenuSeparator } from '../../../ui/menu.tsx';
import { useChanges } from '../changes-context.ts';
import { useLoadedFile } from '../use-diff-file.ts';

const nothing = () => undefined;

/** Where a file is seen as it is and as it was: known from the list of files, once the project of a request has both. */
export function UnloadedViewItems({ file }: { file: DiffFileSummary }) {
  const { mergeRequest, metadata } = useChanges();
  const { head_sha: head, base_sha: base } = metadata.diff_refs;
  if (!mergeRequest || file.submodule) return null;
  const sha = file.deleted_file ? base : head;
  const at = (commit: string, path: string) => repositoryPaths.blob(metadata.project_path, commit, path);
  return (
    <>
      <MenuLinkItem href={at(sha, file.file_path)}>View file @ {sha.slice(0, 8)}</MenuLinkItem>
      {!file.new_file && !file.deleted_file && (
        <MenuLinkItem href={at(base, file.old_path)}>View replaced file</MenuLinkItem>
      )}
    </>
  );
}

/** What asks for more than the list of files knows is there, with the reason why it waits. */
export function WaitingItems({ file }: { file: DiffFileSummary }) {
  const { comments, mergeRequest } = useChanges();
  const { state } = useLoadedFile(file.index);
  const hint = state === 'failed' ? 'The file could not be loaded.' : 'Once the file is loaded';
  const isText = !file.submodule && !file.binary;
  const names = [
    isText && !file.deleted_file && mergeRequest && 'Edit in single-file editor',
    isText && !file.deleted_file && mergeRequest && 'Open in web IDE',
    isText && !file.deleted_file && !file.new_file && 'Show full file',
    comments.canBegin && 'Comment on this file',
  ].filter((name) => typeof name === 'string');
  if (names.length === 0) return null;
  return (
    <>
      <MenuSeparator />
      {names.map((name) => (
        <MenuItem key={name} disabled hint={hint} onSelect={nothing}>
          {name}
        </MenuItem>
      ))}
    </>
  );
}
