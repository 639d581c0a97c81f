import type { PageDiscussion } from '@tributary/contract/discussions/page.ts';
import type { DiffFileView } from '@tributary/contract/projects/repository-diff.ts';
import type { CommitPageData } from '@tributary/contract/projects/repository-page.ts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { usePageUrl } from '../../app/navigation.tsx';
import { DiffList, type DiffListProps } from '../../repositories/diff/diff-list.tsx';
import { hasImages } from '../../repositories/diff/diff-notice.tsx';
import type { DiffParts, NamedWithin } from '../../repositories/diff/diff-parts.ts';
import { holdBelowList } from '../../ui/scroll-anchor.ts';
import { useArrival } from '../../ui/lazy-part.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { Activity } from '../activity/activity.tsx';
import CommentNotice from '../activity/notices.tsx';
import type { LineCommentsStore } from '../lines/line-comments-store.ts';
import { useLineComments, useLineCommentsFeed } from '../lines/use-line-comments.ts';
import { useDiscussionStore, useDiscussions } from '../store/use-discussions.tsx';
import { CommitLines } from './commit-lines.tsx';
import { CommitCommentsProvider, refsOf } from './commit-comments.ts';
import { placedThreads } from './placed-threads.ts';
import { CommentOnFileButton, FileDiscussions } from './file-discussions.tsx';
import { DiscussionsBelowLine, CommentedLines } from './commented-lines.tsx';
import { ImageDiscussions, CommentedImage } from './commented-image.tsx';

const PARTS: DiffParts = {
  Actions: CommentOnFileButton,
  Top: FileDiscussions,
  Lines: CommentedLines,
  Picture: CommentedImage,
};

const renderLines = (discussion: PageDiscussion) => <CommitLines discussion={discussion} />;

/** Stands beside the files: they are not drawn again for it. */
function Feed({ comments }: { comments: LineCommentsStore }) {
  useLineCommentsFeed(comments, DiscussionsBelowLine);
  return null;
}

type Shown = { files: readonly DiffFileView[]; isMoreToCome: boolean };

/** Which threads stand among the lines, or will when their file is there; all others are left to the activity. */
function useAmongLines({ diff, commit, parents }: CommitPageData) {
  const { discussions } = useDiscussions();
  const [shown, setShown] = useState<Shown>({ files: diff.files, isMoreToCome: true });
  const onFiles = useCallback<NonNullable<DiffListProps['onFiles']>>(
    (files, isMoreToCome) => setShown({ files, isMoreToCome }),
    [],
  );
  const refs = useMemo(() => refsOf({ commit, parents }), [commit, parents]);
  const isAmongLines = useMemo(() => {
    const { files, isMoreToCome } = shown;
    const placed = placedThreads(discussions, files, refs);
    const known = new Set(files.map(({ fileHash }) => fileHash));
    return ({ id, diff_file: file }: PageDiscussion) =>
      placed.has(id) || (isMoreToCome && file !== null && !known.has(file.file_hash));
  }, [discussions, shown, refs]);
  return { refs, onFiles, isAmongLines };
}

/** A comment among the lines that the address names: its thread is unfolded, and its file gone to by the list. */
function useNamedNote(isAmongLines: (discussion: PageDiscussion) => boolean): NamedWithin | null {
  const store = useDiscussionStore();
  const { discussions } = useDiscussions();
  const hash = usePageUrl().url.hash.slice(1);
  const [, noteId] = /^note_(\d+)$/.exec(hash) ?? [];
  const found = discussions.find((each) => each.notes.some(({ id }) => id === noteId));
  const named = found && isAmongLines(found) ? found : undefined;
  const isPin = named?.position?.position_type === 'image';
  const areLinesThere = useArrival(DiscussionsBelowLine, named !== undefined && !isPin);
  const isPictureThere = useArrival(ImageDiscussions, isPin);
  const namedId = named?.id;
  useEffect(() => {
    if (namedId !== undefined) store.setExpanded(namedId, true);
  }, [store, namedId]);
  return named?.diff_file && areLinesThere && isPictureThere ? { hash, fileHash: named.diff_file.file_hash } : null;
}

/** As long as lines wait for what is said about them; then they are shown, and it comes when it comes. */
const LONGEST_WAIT_MS = 1_000;

/** Whether the first threads are there to be drawn with their lines. */
function useThreadsArrival(): boolean {
  const { status, discussions } = useDiscussions();
  const isPartThere = useArrival(
    DiscussionsBelowLine,
    discussions.some((each) => each.diff_file !== null),
  );
  const [isOver, setOver] = useState(false);
  const isThere = (status !== 'loading' || discussions.length > 0) && isPartThere;
  if (!isOver && isThere) setOver(true);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), LONGEST_WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  return isOver;
}

const cardsThere = () => document.querySelectorAll('[data-file-card]').length;

/** Stands below files that come as their place comes near: who is here already stays here. */
function ActivityBelow(props: { leavesOut: (discussion: PageDiscussion) => boolean }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => (place.current ? holdBelowList(place.current, cardsThere) : undefined), []);
  return (
    <div ref={place} className="mt-6 max-w-reading">
      <Activity renderDiff={renderLines} leavesOut={props.leavesOut} />
    </div>
  );
}

/** Above the lines, where nothing says otherwise why they have no way to a comment. */
function WhyNoComments() {
  const { notes } = useDiscussionStore();
  return (
    <div className="mb-3 empty:hidden">
      <CommentNotice notes={notes} />
    </div>
  );
}

/** The changes of a commit with what is said about their lines, and below them what is said about all of it. */
export function CommentedCommit({ data }: { data: CommitPageData }) {
  const comments = useLineComments();
  const { refs, onFiles, isAmongLines } = useAmongLines(data);
  const named = useNamedNote(isAmongLines);
  const talk = useMemo(() => ({ comments, refs }), [comments, refs]);
  // What lies over the images takes its place with them: nothing moves when it comes.
  const arePicturesThere = useArrival(ImageDiscussions, data.diff.files.some(hasImages));
  const areThreadsThere = useThreadsArrival();
  if (!arePicturesThere || !areThreadsThere) return <SkeletonRows rows={6} label="Loading the changed files" />;
  return (
    <CommitCommentsProvider value={talk}>
      <Feed comments={comments} />
      <WhyNoComments />
      <DiffList diff={data.diff} parts={PARTS} within={named} onFiles={onFiles} />
      <ActivityBelow leavesOut={isAmongLines} />
    </CommitCommentsProvider>
  );
}
