import { useEffect, useRef } from 'react';
import { useNavigate, usePageUrl } from '../../app/navigation.tsx';
import { isUnplaced, fileInLatestVersion } from '../../discussions/model/index-by-line.ts';
import { seenIn } from '../../discussions/model/seen-in.ts';
import { useDiscussionStore, useDiscussions } from '../../discussions/store/use-discussions.tsx';
import { scrollToElement } from '../../ui/diff/scroll-to-element.ts';
import { focusDraft } from '../review/draft-focus.ts';
import { useDraftsStatus } from '../review/use-drafts-status.ts';
import { useDrafts } from '../review/use-review-store.ts';
import { type Changes, useChanges } from './changes-context.ts';
import { hasFailed } from './go-to-named.ts';
import { LineDiscussions } from './lines/line-comments-feed.ts';
import { draftIn } from './model/changes-hash.ts';
import { showTargetMissing } from './show-target-missing.ts';
import { useRebased } from './since/rebased-context.ts';
import { unhide } from './since/unhide.ts';

/** What shows pending comments on lines and on files. */
const whatShowsThem = () => Promise.allSettled([LineDiscussions.preload(), import('./lines/file-threads.tsx')]);

/** A pending comment named by the address is shown, wherever these changes have it. Draws nothing. */
export function DraftDeepLink() {
  const changes = useChanges();
  const rebased = useRebased();
  const { url, renameSearch } = usePageUrl();
  const navigate = useNavigate();
  const store = useDiscussionStore();
  const { discussions, status: threadsStatus } = useDiscussions();
  const drafts = useDrafts();
  const draftsStatus = useDraftsStatus();
  const hash = url.hash.slice(1);
  /** The comparison that was told not to have it: it is not told twice while another one is on its way. */
  const lostIn = useRef<Changes['metadata'] | null>(null);
  useEffect(() => {
    const { files, goTo, named, mergeRequest, metadata } = changes;
    const id = draftIn(hash);
    if (Number.isNaN(id) || hash === named.get() || lostIn.current === metadata) return;
    const draft = drafts.find((each) => each.id === id);
    const thread = discussions.find((each) => each.id === draft?.discussion_id);
    const sayIsLost = () => {
      lostIn.current = metadata;
      showTargetMissing(draft ? 'pending' : 'comment', changes, renameSearch);
    };
    if (!draft) {
      // Until all are there it may come.
      if (draftsStatus !== 'loaded') return;
      named.set(hash);
      sayIsLost();
      return;
    }
    // An answer stands with what it answers.
    if (draft.discussion_id !== null && !thread && threadsStatus === 'loading') return;
    const placed = thread ?? draft;
    const fileHash = seenIn(placed, metadata.diff_refs)?.fileHash ?? fileInLatestVersion(placed);
    if (fileHash !== undefined && unhide(fileHash, rebased)) return;
    named.set(hash);
    if (thread) store.setExpanded(thread.id, true);
    const toOverview = () => {
      if (!mergeRequest) return;
      void navigate(`${mergeRequest.paths.overview}#${hash}`, { replace: true }).then(() => focusDraft(id));
    };
    const show = async () => {
      if (fileHash === undefined && isUnplaced(placed)) {
        // Those without a place stand above the files.
        if (!(await scrollToElement(hash, { focus: true }))) toOverview();
      } else if (fileHash === undefined) toOverview();
      else if (files.some((file) => file.file_hash === fileHash)) {
        await whatShowsThem();
        const isFound = await goTo({ fileHash, elementId: hash, focus: true });
        // What could not be loaded says so in its own place.
        if (!isFound && !hasFailed(fileHash, changes)) sayIsLost();
      } else sayIsLost();
    };
    void show();
  }, [hash, changes, rebased, discussions, threadsStatus, drafts, draftsStatus, store, navigate, renameSearch]);
  return null;
}
