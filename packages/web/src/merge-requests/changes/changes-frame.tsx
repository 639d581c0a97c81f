import clsx from 'clsx';
import {
  type ComponentType,
  type CSSProperties,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react';
import { parseBoolean, useStored } from '../../lib/storage.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { type Changes, ChangesProvider } from './changes-context.ts';
import { ChangesToolbar, IDLE_MS } from './changes-toolbar.tsx';
import { CommitHeader } from './commit-header-part.ts';
import { ManyFiles, RangeFailure } from './change-notices.ts';
import { FileList } from './file-list.tsx';
import { FileTree, newTreeChoice, type TreeChoice } from './file-tree.tsx';
import { NewerVersion } from './newer-version.tsx';
import { FinderLayer } from './finder-layer.tsx';
import type { RangeFailed } from './range-failure.tsx';
import type { TreeResizerProps } from './tree-resizer.tsx';
import { useTreeWidth } from './tree-width.ts';
import { useChangesKeys } from './use-changes-keys.ts';
import { type ChangesInput, useChangesOf } from './use-changes.ts';
import { useReader } from './use-reader.ts';

function Providers({ of, children }: { of: Changes['slots']['providers']; children: ReactNode }) {
  return of.reduceRight<ReactNode>((inner, Provider) => <Provider>{inner}</Provider>, children);
}

/** Nobody needs it to read: it comes after the lines, and where it cannot be had the tree keeps its width. */
const TreeResizer = lazy<ComponentType<TreeResizerProps>>(() =>
  new Promise((done) => setTimeout(done, IDLE_MS))
    .then(() => import('./tree-resizer.tsx'))
    .catch(() => ({ default: () => null })),
);

/** Tree and files beside each other; the tree keeps its own scroll and goes along. */
function Columns({ tree, children }: { tree: TreeChoice | null; children: ReactNode }) {
  const grid = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useTreeWidth();
  return (
    <div
      ref={grid}
      className={clsx(tree && 'grid grid-cols-[var(--tree-width)_minmax(0,1fr)] gap-4')}
      style={{ '--tree-width': `${width}px` } as CSSProperties}
    >
      {tree && (
        <div className="sticky top-(--sticky-top,var(--bar)) flex h-[calc(100vh-var(--sticky-top,var(--bar))-56px)] pt-3">
          <div id="file-tree" className="min-w-0 flex-1">
            <FileTree choice={tree} showsStats={width > 260} />
          </div>
          <Suspense>
            <TreeResizer width={width} onWidth={setWidth} grid={grid} controls="file-tree" />
          </Suspense>
        </div>
      )}
      <div id="changed-files" className="min-w-0 pt-3">
        {children}
      </div>
    </div>
  );
}

const NoFiles = lazyPart(async () => ({ default: (await import('./no-files.tsx')).NoFiles }));
const OneFile = lazyPart(async () => ({ default: (await import('./one-file.tsx')).OneFile }));
const Sheet = lazyPart(async () => ({ default: (await import('../../ui/sheet.tsx')).Sheet }));

type TreeSheetProps = {
  choice: TreeChoice;
  isOpen: boolean;
  isLikely: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** The tree where there is no room beside the files. Loaded where that is so, and there from its first opening on. */
function TreeSheet({ choice, isOpen, isLikely, onOpenChange }: TreeSheetProps) {
  const [isNeeded, setNeeded] = useState(false);
  if (isOpen && !isNeeded) setNeeded(true);
  useEffect(() => {
    if (isLikely) void Sheet.preload();
  }, [isLikely]);
  return isNeeded ? (
    <Suspense>
      <Sheet side="left" title="Changed files" open={isOpen} onOpenChange={onOpenChange}>
        <FileTree choice={choice} showsStats onPicked={() => onOpenChange(false)} />
      </Sheet>
    </Suspense>
  ) : null;
}

export type ChangesFrameProps = ChangesInput & {
  /** Another comparison is on its way. */
  isWaiting: boolean;
  /** Given when it could not be had. */
  failure: RangeFailed | null;
  /** Shows the version that arrived since, in place of the one being read. */
  onNews: () => void;
};

/** One comparison that is there: its bar, its tree, its files, and what plugs into them. */
export function ChangesFrame({ isWaiting, failure, onNews, ...input }: ChangesFrameProps) {
  const changes = useChangesOf(input);
  const { files, metadata, settings, slots } = changes;
  const isWide = useMediaQuery('(min-width: 900px)');
  const [isTreeWanted, setTreeWanted] = useStored('file_browser_visible', true, parseBoolean);
  const [isSheetOpen, setSheetOpen] = useState(false);
  const [treeChoice] = useState(newTreeChoice);
  const toggleTree = () => (isWide ? setTreeWanted(!isTreeWanted) : setSheetOpen(true));
  useReader(changes, isWaiting || failure !== null);
  useChangesKeys(changes, { toggleTree, isWaiting });
  return (
    <ChangesProvider value={changes}>
      <Providers of={slots.providers}>
        <ChangesToolbar isTreeShown={isWide && isTreeWanted} onTree={toggleTree} isWaiting={isWaiting} />
        {failure && (
          <Suspense>
            <RangeFailure {...failure} mergeRequest={input.mergeRequest} isWithin />
          </Suspense>
        )}
        {metadata.commit && (
          <Suspense>
            <CommitHeader commit={metadata.commit} isWaiting={isWaiting} />
          </Suspense>
        )}
        {metadata.render_overflow_warning && (
          <Suspense fallback={<div className="mt-3 h-9" />}>
            <ManyFiles />
          </Suspense>
        )}
        {slots.notices.map((Part, at) => (
          <Part key={at} />
        ))}
        {files.length === 0 ? (
          <Suspense fallback={<div className="min-h-screen" />}>
            <NoFiles />
          </Suspense>
        ) : (
          <Columns tree={isWide && isTreeWanted ? treeChoice : null}>
            {settings.isFileByFile ? (
              <Suspense fallback={<div className="min-h-screen" />}>
                <OneFile />
              </Suspense>
            ) : (
              <FileList />
            )}
          </Columns>
        )}
        {slots.footer.map((Part, at) => (
          <Part key={at} />
        ))}
        <FinderLayer />
        <NewerVersion onShow={onNews} />
        <TreeSheet choice={treeChoice} isOpen={isSheetOpen && !isWide} isLikely={!isWide} onOpenChange={setSheetOpen} />
      </Providers>
    </ChangesProvider>
  );
}
