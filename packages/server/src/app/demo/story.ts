import type { Files } from './history/files.ts';
import type { DemoUsername } from './users.ts';

/** One change to one file. `replace` finds its text exactly once; `create` makes or overwrites. */
export type Edit =
  | { path: string; replace: readonly (readonly [from: string, to: string])[] }
  | { path: string; create: string }
  | { path: string; append: string }
  | { path: string; remove: true };

/** One commit on a branch. */
export type Change = {
  by?: DemoUsername;
  daysAgo: number;
  message: string;
  /** Edits, or how to find them in what is there. */
  edits: readonly Edit[] | ((files: Files) => readonly Edit[]);
};

/** A line of the diff, found by a text that occurs in it; on the old side, a line that was removed. */
export type LineLocator = { path: string; line: string; side?: 'old' };

/** What a build found out about one file; lines by a text that occurs in them. */
export type Measured = {
  path: string;
  /** How often the tests came by. */
  hits: readonly (readonly [line: string, hits: number])[];
  findings: readonly { line: string; severity: 'info' | 'minor' | 'major' | 'critical' | 'blocker'; says: string }[];
};

/** What happens on a merge request after it was opened, in order. `thread` names a thread for later turns. */
export type StoryStep =
  | { by: DemoUsername; says: string; on?: LineLocator; thread?: string }
  | { by: DemoUsername; answers: string; says: string }
  | { by: DemoUsername; resolves: string }
  | { by: DemoUsername; comments: string }
  /** Pushes the next round of commits. */
  | { by: DemoUsername; pushes: true }
  /** The build of the newest commit sends its reports. */
  | { by: DemoUsername; measures: Measured }
  | { by: DemoUsername; does: 'merge' | 'close' | 'mark_ready' };

/** A merge request from its first push to its end. */
export type Story = {
  branch: string;
  author: DemoUsername;
  title: string;
  description: string;
  labels: readonly string[];
  hasMilestone?: boolean;
  assignees?: readonly DemoUsername[];
  reviewers?: readonly DemoUsername[];
  isDraft?: boolean;
  isFromFork?: boolean;
  /** Commits pushed together: the first round opens the merge request, the others come with `pushes`. */
  rounds: readonly (readonly Change[])[];
  turns: readonly StoryStep[];
};
