import type { DiffFileSummary } from '@tributary/contract/merge-requests/diffs.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { useId } from 'react';
import { MenuItem, MenuLabel, MenuLinkItem, MenuSeparator } from '../../../ui/menu.tsx';
import { type Changes, useChanges } from '../changes-context.ts';
import { mayCommentOnFiles } from '../lines/may-comment-on-files.ts';
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

/** What its reader will be able to do with it, as far as that is known without its lines. */
function waitingNames(file: DiffFileSummary, changes: Pick<Changes, 'comments' | 'mergeRequest' | 'metadata'>) {
  const { mergeRequest } = changes;
  const isText = !file.submodule && !file.binary;
  // A fork of one's own is offered under the same names.
  const mayEdit = isText && !file.deleted_file && (mergeRequest?.can.edit || mergeRequest?.can.fork);
  const hasLines = file.added_lines + file.removed_lines > 0 && !file.whitespace_only && !file.too_large;
  const hidesLines = isText && hasLines && !file.deleted_file && !file.new_file && !file.folded;
  return [
    mayEdit && 'Edit in single-file editor',
    mayEdit && 'Open in web IDE',
    hidesLines && 'Show full file',
    mayCommentOnFiles(changes) && 'Comment on this file',
  ].filter((name) => typeof name === 'string');
}

/** What asks for more than the list of files knows is there, with the reason why it waits. */
export function WaitingItems({ file }: { file: DiffFileSummary }) {
  const changes = useChanges();
  const { state } = useLoadedFile(file.index);
  const reasonId = useId();
  const names = waitingNames(file, changes);
  if (names.length === 0) return null;
  return (
    <>
      <MenuSeparator />
      <MenuLabel id={reasonId}>
        {state === 'failed' ? 'The file could not be loaded' : 'Available after the file loads'}
      </MenuLabel>
      {names.map((name) => (
        <MenuItem key={name} disabled describedBy={reasonId} onSelect={nothing}>
          {name}
        </MenuItem>
      ))}
    </>
  );
}
