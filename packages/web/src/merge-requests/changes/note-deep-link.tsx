import { useEffect } from 'react';
import { useNavigate, usePageUrl } from '../../app/navigation.tsx';
import { useToast } from '../../ui/toast.tsx';
import { listUnplaced, fileInLatestVersion } from '../../discussions/model/index-by-line.ts';
import { reachNote } from '../../discussions/threads/reach-note.ts';
import { seenIn } from '../../discussions/model/seen-in.ts';
import { useDiscussionStore, useDiscussions } from '../../discussions/store/use-discussions.tsx';
import { useChanges } from './changes-context.ts';
import { parseChangesHash } from './model/changes-hash.ts';
import { isAll, showTargetMissing } from './show-target-missing.ts';
import { useRebased } from './since/rebased-context.ts';
import { scrollToElement } from '../../ui/diff/scroll-to-element.ts';
import { unhide } from './since/unhide.ts';

/** A note named by the address is shown: its file is loaded and opened, its thread unfolded. Draws nothing. */
export default function NoteDeepLink() {
  const changes = useChanges();
  const rebased = useRebased();
  const { url, renameSearch } = usePageUrl();
  const navigate = useNavigate();
  const toast = useToast();
  const store = useDiscussionStore();
  const { discussions, status } = useDiscussions();
  const hash = url.hash.slice(1);
  useEffect(() => {
    const { files, goTo, named, mergeRequest, metadata } = changes;
    const target = parseChangesHash(hash);
    if (target?.type !== 'note' || hash === named.get()) return;
    const discussion = discussions.find((each) => each.notes.some((note) => note.id === target.noteId));
    if (!discussion) {
      // Until all are there it may come.
      if (status !== 'loaded') return;
      named.set(hash);
      showTargetMissing('comment', changes, renameSearch);
      return;
    }
    // The activity has all of them. The way back leads to what was before, not here again.
    const toOverview = () => {
      if (mergeRequest) void navigate(`${mergeRequest.paths.overview}#${hash}`, { replace: true });
    };
    const seen = seenIn(discussion, metadata.diff_refs);
    const fileHash = seen?.fileHash ?? fileInLatestVersion(discussion);
    if (fileHash !== undefined && unhide(fileHash, rebased)) return;
    named.set(hash);
    if (fileHash === undefined && listUnplaced([discussion]).length > 0) {
      // Those without a place stand above the files.
      store.setExpanded(discussion.id, true);
      reachNote(target.noteId);
      void scrollToElement(hash, { focus: true }).then(() => document.getElementById(hash) ?? toOverview());
      return;
    }
    const file = files.find((each) => each.file_hash === fileHash);
    if (fileHash === undefined || !file) {
      toOverview();
      return;
    }
    store.setExpanded(discussion.id, true);
    const show = async () => {
      if (await goTo({ fileHash, elementId: hash, focus: true })) return;
      // The lines are there, and the one that it is about is none of them.
      const now = changes.store.get(file.index);
      if (now.state === 'loaded' && !now.file.collapsed && changes.views.get(fileHash).problem === null) {
        if (isAll(changes)) toOverview();
        else showTargetMissing('line', changes, renameSearch);
        return;
      }
      toast({
        text: "Can't fetch the single file diff for the discussion. Please reload this page.",
        tone: 'failed',
      });
    };
    void show();
  }, [hash, changes, rebased, discussions, status, store, navigate, renameSearch, toast]);
  return null;
}
