/** The page of a merge train: its cars, and those that left it lately. */
export type TrainCarData = {
  id: number;
  status: 'idle' | 'stale' | 'fresh' | 'merging' | 'merged' | 'skip_merged' | 'removed';
  mergeRequest: { iid: number; title: string; path: string };
  addedBy: { name: string; username: string; avatarUrl: string | null } | null;
  addedAt: string;
  endedAt: string | null;
  /** What is so now, as a sentence. */
  summary: string;
  pipeline: { id: number; status: string; label: string; path: string } | null;
  /** What happened, the oldest first. */
  log: { at: string; text: string }[];
  /** Where to remove it; null for those who may not. */
  removePath: string | null;
};

export type TrainPageData = {
  projectPath: string;
  targetBranch: string | null;
  isEnabled: boolean;
  /** Branches that have a train or had one. */
  branches: { name: string; count: number }[];
  cars: TrainCarData[];
  history: TrainCarData[];
  topic: string;
};
