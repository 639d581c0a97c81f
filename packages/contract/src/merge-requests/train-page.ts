import type { StatusLook } from '../ci/status.ts';

/** The page of a merge train: its cars, and those that left it lately. */
export type TrainCarData = {
  id: number;
  status: 'idle' | 'stale' | 'fresh' | 'merging' | 'merged' | 'skip_merged' | 'removed';
  mergeRequest: { iid: number; title: string; path: string };
  addedBy: { id: number; name: string; username: string; avatarUrl: string | null } | null;
  addedAt: string;
  endedAt: string | null;
  /** What is so now, as sentences. */
  summary: string;
  pipeline: { id: number; group: StatusLook['group']; label: string; path: string } | null;
  /** What happened, the oldest first. */
  log: { at: string; text: string }[];
  /** Where it is removed from the train; null for those who may not. */
  removePath: string | null;
};

export type TrainPageData = {
  projectId: number;
  projectPath: string;
  targetBranch: string | null;
  isEnabled: boolean;
  /** Branches that have a train or had one. */
  branches: { name: string; count: number }[];
  /** The front first. */
  cars: TrainCarData[];
  /** One page of those that left it, the newest first. */
  history: TrainCarData[];
  historyPage: number;
  historyPages: number;
};
