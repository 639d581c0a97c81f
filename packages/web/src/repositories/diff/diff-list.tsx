import type { DiffFileView, DiffListView } from '@tributary/contract/projects/repository-diff.ts';
import { ChevronsDownUp, ChevronsUpDown, Columns2, List as ListIcon, Rows2 } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { boundHotkeys, CHANGES_HOTKEYS } from '../../app/hotkey-catalogue.ts';
import { useHotkeys } from '../../lib/hotkeys.ts';
import { formatCount, plural } from '../../lib/format.ts';
import { parseOneOf, useStored } from '../../lib/storage.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonGroup } from '../../ui/button-group.tsx';
import { copyLinkOf } from '../../ui/diff/copy-link.ts';
import { DiffStat } from '../../ui/diff-stat.tsx';
import type { DiffView } from '../../ui/diff/diff-row.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { LazyPopover } from '../../ui/lazy-popover.tsx';
import { useMediaQuery } from '../../ui/use-media-query.ts';
import { DiffFile } from './diff-file.tsx';
import { DiffFileMenu } from './diff-file-menu.tsx';
import type { DiffParts, NamedWithin } from './diff-parts.ts';
import { NextPart } from './next-part.tsx';
import { useDiffFiles } from './use-diff-files.ts';
import { type NamedLines, useNamedLines } from '../files/use-named-lines.ts';

const parseView = parseOneOf<DiffView>('inline', 'parallel');

function useFolds(files: readonly DiffFileView[]) {
  const [changed, setChanged] = useState<ReadonlyMap<string, boolean>>(new Map());
  const isOpen = (file: DiffFileView): boolean => changed.get(file.fileHash) ?? true;
  const setOpen = useCallback((fileHash: string, open: boolean) => {
    setChanged((before) => new Map(before).set(fileHash, open));
  }, []);
  const setAll = (open: boolean): void => setChanged(new Map(files.map((file) => [file.fileHash, open])));
  return { isOpen, setOpen, setAll };
}

const filesOnPage = () => [...document.querySelectorAll<HTMLElement>('[data-file-card]')];

function jump(step: 1 | -1): void {
  const files = filesOnPage();
  const line = 64;
  const at = files.findLastIndex((file) => file.getBoundingClientRect().top <= line);
  const isOn = Math.abs((files[at]?.getBoundingClientRect().top ?? 0) - line) < 60;
  const next = files[step === 1 ? at + 1 : isOn || at < 0 ? at - 1 : at];
  next?.scrollIntoView({ block: 'start' });
  next?.querySelector<HTMLElement>('h3 a')?.focus({ preventScroll: true });
}

/** To the lines of the diff with the keyboard, else of the one with the lines that the address names. */
function copyLink({ fileHash, lines, name }: NamedLines, isRange: boolean): void {
  const files = filesOnPage();
  const file =
    files.find((each) => each.contains(document.activeElement)) ?? files.find((each) => each.id === fileHash);
  const selected = file?.id === fileHash ? lines : null;
  void copyLinkOf({ diff: file?.querySelector('[data-diff]'), selected, name }, isRange);
}

function Toolbar(props: {
  diff: DiffListView;
  files: readonly DiffFileView[];
  view: DiffView;
  onView: (view: DiffView) => void;
  onFold: (open: boolean) => void;
}) {
  const { diff, files, view, onView, onFold } = props;
  const [open, setOpen] = useState(false);
  return (
    <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
      <h2 className="text-h3">{`${formatCount(diff.totalFiles)} changed ${diff.totalFiles === 1 ? 'file' : 'files'}`}</h2>
      <DiffStat added={diff.addedLines} removed={diff.removedLines} />
      {diff.isOverflow && <span className="text-sm text-fg-muted">and more, not counted</span>}
      <div className="ml-auto flex flex-wrap items-center gap-2">
        <LazyPopover
          open={open}
          onOpenChange={setOpen}
          title="Go to file"
          align="end"
          width="lg"
          trigger={
            <Button size="sm" icon={ListIcon}>
              Files
            </Button>
          }
        >
          <DiffFileMenu files={files} onPick={() => setOpen(false)} />
        </LazyPopover>
        <ButtonGroup label="Collapse or expand files">
          <IconButton
            icon={ChevronsDownUp}
            variant="secondary"
            size="sm"
            label="Collapse all files"
            onClick={() => onFold(false)}
          />
          <IconButton
            icon={ChevronsUpDown}
            variant="secondary"
            size="sm"
            label="Expand all files"
            onClick={() => onFold(true)}
          />
        </ButtonGroup>
        <ButtonGroup label="Compare changes" className="max-md:hidden">
          <IconButton
            icon={Rows2}
            variant="secondary"
            size="sm"
            label="Inline"
            pressed={view === 'inline'}
            onClick={() => onView('inline')}
          />
          <IconButton
            icon={Columns2}
            variant="secondary"
            size="sm"
            label="Side-by-side"
            pressed={view === 'parallel'}
            onClick={() => onView('parallel')}
          />
        </ButtonGroup>
      </div>
    </div>
  );
}

export type DiffListProps = {
  diff: DiffListView;
  parts?: DiffParts;
  within?: NamedWithin | null;
  /** Told which files are there, and whether others are still to come. */
  onFiles?: (files: readonly DiffFileView[], isMoreToCome: boolean) => void;
};

/** All changed files of a commit or comparison: the first with the page, the others as their place comes near. */
export function DiffList({ diff, parts, within = null, onFiles }: DiffListProps) {
  const [preferred, setView] = useStored<DiffView>('diff_view', 'inline', parseView);
  const isWide = useMediaQuery('(min-width: 900px)');
  const view = isWide ? preferred : 'inline';
  const { files, moreHref, problem, load, show } = useDiffFiles(diff);
  const isMoreToCome = moreHref !== null && problem === null;
  const folds = useFolds(files);
  const named = useNamedLines({
    isThere: (fileHash) => files.some((file) => file.fileHash === fileHash),
    open: (fileHash) => folds.setOpen(fileHash, true),
    loadMore: isMoreToCome ? load : null,
    show: (fileHash) => {
      const file = files.find((each) => each.fileHash === fileHash);
      return file?.fold ? show(file) : null;
    },
    within,
  });
  useEffect(() => onFiles?.(files, isMoreToCome), [onFiles, files, isMoreToCome]);
  useEffect(() => {
    // Long lines far away have their room before they come near; without it they only move what is below them.
    import('../../ui/diff/piece-height.ts').catch(() => undefined);
  }, []);
  useHotkeys(
    boundHotkeys(CHANGES_HOTKEYS, {
      'diff.next-file': () => jump(1),
      'diff.previous-file': () => jump(-1),
      'diff.copy-link': () => copyLink(named, false),
      'diff.copy-range-link': () => copyLink(named, true),
      'diff.view': () => setView(view === 'inline' ? 'parallel' : 'inline'),
      'diff.expand-all': () => folds.setAll(true),
      'diff.collapse-all': () => folds.setAll(false),
    }),
  );
  return (
    <div>
      <Toolbar diff={diff} files={files} view={view} onView={setView} onFold={folds.setAll} />
      {files.map((file) => (
        <DiffFile
          key={`${file.fileHash}:${file.oldPath}`}
          file={file}
          view={view}
          isOpen={folds.isOpen(file)}
          onOpen={folds.setOpen}
          selected={named.fileHash === file.fileHash ? named.lines : null}
          onLink={named.name}
          parts={parts}
          onShow={show}
        />
      ))}
      {moreHref !== null && (
        <NextPart
          label={`Loading ${plural(Math.max(1, diff.totalFiles - files.length), 'more file')}`}
          loaded={files.length}
          problem={problem}
          load={load}
        />
      )}
    </div>
  );
}
