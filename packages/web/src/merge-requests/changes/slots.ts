import type { DiffFileSummary, PageDiffFile } from '@tributary/contract/merge-requests/diffs.ts';
import type { ComponentType, ReactNode } from 'react';
import type { GutterButtons } from '../../ui/diff/chunk-html.ts';
import type { DiffRow } from '../../ui/diff/diff-row.ts';
import { WhyNoComments } from '../../discussions/lines/why-no-comments.tsx';
import { ReviewChangesButton } from '../review/review-changes-button.tsx';
import { UnplacedTray } from '../review/unplaced-tray-slot.tsx';
import { NoteDeepLink } from './deep-link.tsx';
import {
  ViewedCheckbox,
  ViewedTick,
  ReviewProgress,
  useViewedFilter,
  useUnviewedFilter,
} from './viewed-files/viewed-files-parts.tsx';
import { ReadingOrder } from './reading-order.ts';
import { ConflictBadge, ConflictIcon, FileConflicts } from './conflict-parts.tsx';
import { FindButton, FindLayer } from './find/find-layer.tsx';
import { imageFiles } from './images/image-files.tsx';
import { FileComment } from './lines/file-comment.tsx';
import { useThreadButtons } from './lines/thread-buttons.ts';
import { useQualityAnnotations } from './reports/reports-context.ts';
import { FindingsBadge, ReportsOfChanges } from './reports/reports-part.tsx';
import { VisitRecorder } from './since/visit-recorder.tsx';
import { OpenFewFiles, RebasedInFile, SinceButton, SinceNotice } from './since/since-parts.tsx';
import { SourceProjectDeletedNotice } from './source-project-deleted-notice.tsx';
import { ViewedFilesProvider } from './viewed-files/viewed-files-provider.tsx';

/** A part of one file. `loaded` is null until its lines arrive; everything else is in `useChanges()`. */
export type FilePart = ComponentType<{ file: DiffFileSummary; loaded: PageDiffFile | null }>;
/** A part of the whole view. */
export type ViewPart = ComponentType;

/** Takes the place of the lines of the files it is for, e.g. images. The first that wants a file gets it. */
export type FileBody = {
  isFor: (file: PageDiffFile) => boolean;
  Body: ComponentType<{ file: PageDiffFile }>;
  /** While what shows them is on its way: resolves when it is there or has failed. What follows such a file waits. */
  onItsWay: () => Promise<void> | null;
};

/** A choice above the tree that keeps some files only. A hook, so that it may listen to anything. */
export type UseTreeFilter = () => {
  key: string;
  label: string;
  /** Not offered when nothing could be found by it. */
  isOffered: boolean;
  keeps: (file: DiffFileSummary) => boolean;
} | null;

/** Buttons in the gutter by index into the rows. A hook; return the same `marks` while nothing changes. */
export type UseGutterButtons = (
  file: PageDiffFile,
  rows: readonly DiffRow[],
) => { marks: GutterButtons; onMark: (index: number, key: string) => void };

/**
 * Where parts of the Changes view plug in. Each list is drawn in its order, for merge requests only: comparisons that
 * are not proposed yet have none. Parts read what they need from `useChanges()`.
 */
export type ChangesSlots = {
  /** Around everything, for shared state. */
  providers: readonly ComponentType<{ children: ReactNode }>[];
  /** Toolbar, after the pickers of versions and commits. */
  toolbar: readonly ViewPart[];
  /** Toolbar, at its right end, before the view menu. */
  toolbarEnd: readonly ViewPart[];
  /** Entries at the end of the view menu (`MenuItem`, `MenuCheckboxItem`, …). */
  viewMenu: readonly ViewPart[];
  /** Between the toolbar and the files. */
  notices: readonly ViewPart[];
  /** After the files, e.g. a bar that stays at the bottom. */
  footer: readonly ViewPart[];
  /** File header, after the name: facts. */
  fileBadges: readonly FilePart[];
  /** File header, at its right end: controls, e.g. a checkbox. */
  fileActions: readonly FilePart[];
  /** Between the header and the lines of an open file. */
  fileTop: readonly FilePart[];
  fileBodies: readonly FileBody[];
  rowMarks: readonly UseGutterButtons[];
  /** At the end of a row of the tree. */
  treeMarks: readonly ComponentType<{ file: DiffFileSummary }>[];
  treeFilters: readonly UseTreeFilter[];
};

export const changesSlots: ChangesSlots = {
  providers: [ViewedFilesProvider, VisitRecorder, ReportsOfChanges],
  toolbar: [SinceButton],
  toolbarEnd: [FindButton, ReviewProgress, ReviewChangesButton],
  viewMenu: [],
  notices: [SourceProjectDeletedNotice, WhyNoComments, NoteDeepLink, SinceNotice, UnplacedTray, ReadingOrder],
  footer: [FindLayer],
  fileBadges: [OpenFewFiles, ConflictBadge, FindingsBadge],
  fileActions: [ViewedCheckbox],
  fileTop: [FileConflicts, RebasedInFile, FileComment],
  fileBodies: [imageFiles],
  rowMarks: [useThreadButtons, useQualityAnnotations],
  treeMarks: [ConflictIcon, ViewedTick],
  treeFilters: [useUnviewedFilter, useViewedFilter],
};

/** For comparisons that are not merge requests. */
export const NO_SLOTS: ChangesSlots = {
  providers: [],
  toolbar: [],
  toolbarEnd: [],
  viewMenu: [],
  notices: [],
  footer: [],
  fileBadges: [],
  fileActions: [],
  fileTop: [],
  fileBodies: [],
  rowMarks: [],
  treeMarks: [],
  treeFilters: [],
};
