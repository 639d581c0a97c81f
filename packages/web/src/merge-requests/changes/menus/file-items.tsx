import type { DiffFileSummary, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { formOfFile } from '../../../discussions/lines/line-field.ts';
import { useNavigate } from '../../../app/navigation.tsx';
import { useConfirm } from '../../../ui/confirm.tsx';
import { MenuItem, MenuLinkItem, MenuSeparator } from '../../../ui/menu.tsx';
import { useChanges } from '../changes-context.ts';
import { copyLinesLink } from '../../../ui/diff/copy-lines.ts';
import { useFileComments } from '../use-file-comments.ts';
import { editWay } from '../model/edit-way.ts';
import { hidesLines, showChangesOnly, showFullFile } from '../more-of-file.ts';
import { useFileView } from '../use-diff-file.ts';
import { mayCommentOnFiles } from '../lines/may-comment-on-files.ts';
import { UnloadedViewItems, WaitingItems } from './unloaded-items.tsx';

/** Who cannot change the file here is told where they can. */
function EditItem({ loaded }: { loaded: PageDiffFile }) {
  const { mergeRequest } = useChanges();
  const navigate = useNavigate();
  const confirm = useConfirm();
  const way = editWay(loaded, mergeRequest?.can.fork === true);
  if (way?.kind === 'edit') {
    return (
      <>
        <MenuLinkItem href={way.href}>Edit in single-file editor</MenuLinkItem>
        {loaded.ide_edit_path !== null && <MenuLinkItem href={loaded.ide_edit_path}>Open in web IDE</MenuLinkItem>}
      </>
    );
  }
  if (!way || !mergeRequest) return null;
  const offerFork = async () => {
    const text =
      "You can't edit files directly in this project. Fork this project and submit a merge request with your changes.";
    const title = 'Fork the project to edit the file?';
    if (!(await confirm({ title, text, action: 'Fork project' }))) return;
    await navigate(repositoryPaths.newFork(mergeRequest.mergeRequest.projectPath));
  };
  return (
    <>
      <MenuItem onSelect={() => void offerFork()}>Edit in single-file editor</MenuItem>
      <MenuItem onSelect={() => void offerFork()}>Open in web IDE</MenuItem>
    </>
  );
}

/** All lines of it, or only those that changed. */
function FullItem({ loaded }: { loaded: PageDiffFile }) {
  const changes = useChanges();
  const { full } = useFileView(loaded.file_hash);
  if (full === 'changes' && !hidesLines(loaded)) return null;
  return (
    <>
      <MenuSeparator />
      {full === 'changes' ? (
        <MenuItem onSelect={() => void showFullFile(loaded, changes)}>Show full file</MenuItem>
      ) : (
        <MenuItem onSelect={() => void showChangesOnly(loaded.file_hash, changes.views)}>Show changes only</MenuItem>
      )}
    </>
  );
}

/**
 * What can be done with one file. What has no target here is left out; until the file is loaded (`loaded` is null), what
 * asks for that waits.
 */
export function FileItems({ file, loaded }: { file: DiffFileSummary; loaded: PageDiffFile | null }) {
  const changes = useChanges();
  const { comments, metadata, views } = changes;
  const { threads, drafts } = useFileComments(file.file_hash);
  const refs = loaded?.diff_refs ?? metadata.diff_refs;
  const isTalkedAbout = threads(refs).count + drafts(refs).count > 0;
  const { areCommentsHidden, selected } = useFileView(file.file_hash);
  const short = loaded?.content_sha.slice(0, 8);
  return (
    <>
      {!loaded && <UnloadedViewItems file={file} />}
      {loaded?.view_path && <MenuLinkItem href={loaded.view_path}>View file @ {short}</MenuLinkItem>}
      {loaded?.replaced_view_path && <MenuLinkItem href={loaded.replaced_view_path}>View replaced file</MenuLinkItem>}
      {loaded && <EditItem loaded={loaded} />}
      {loaded && <FullItem loaded={loaded} />}
      {selected && (
        <>
          <MenuSeparator />
          <MenuItem onSelect={() => void copyLinesLink(selected, changes.addressOf)}>
            {selected.from === selected.to ? 'Copy link to the line' : 'Copy link to the lines'}
          </MenuItem>
        </>
      )}
      {isTalkedAbout && (
        <>
          <MenuSeparator />
          <MenuItem onSelect={() => views.patch(file.file_hash, { areCommentsHidden: !areCommentsHidden })}>
            {areCommentsHidden ? 'Show comments on this file' : 'Hide comments on this file'}
          </MenuItem>
        </>
      )}
      {!loaded && <WaitingItems file={file} />}
      {loaded && mayCommentOnFiles(changes) && (
        <MenuItem
          onSelect={() => {
            views.fold(file.file_hash, 'open');
            comments.begin(formOfFile(file.file_hash), null);
          }}
        >
          Comment on this file
        </MenuItem>
      )}
    </>
  );
}
