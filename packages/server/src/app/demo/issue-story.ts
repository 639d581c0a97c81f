import type { DemoUsername } from './users.ts';

/** What happens on an issue after it was opened, in order. `thread` names a thread for later turns. */
export type IssueStep =
  | { by: DemoUsername; says: string; thread: string }
  | { by: DemoUsername; answers: string; says: string }
  /** May hold quick actions. */
  | { by: DemoUsername; comments: string }
  | { by: DemoUsername; reacts: string }
  | { by: DemoUsername; does: 'close' };

/** An issue from its first words to what is known of it today. Issues are numbered in the order they are told in. */
export type IssueStory = {
  author: DemoUsername;
  daysAgo: number;
  title: string;
  description: string;
  labels: readonly string[];
  hasMilestone?: boolean;
  assignees?: readonly DemoUsername[];
  weight?: number;
  dueInDays?: number;
  isConfidential?: boolean;
  /** Numbers of earlier issues of the project that it stands in the way of. */
  blocks?: readonly number[];
  turns: readonly IssueStep[];
};
