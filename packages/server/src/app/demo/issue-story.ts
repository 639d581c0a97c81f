import type { PersonName } from './people.ts';

/** What happens on an issue after it was opened, in order. `thread` names a thread for later turns. */
export type IssueTurn =
  | { by: PersonName; says: string; thread: string }
  | { by: PersonName; answers: string; says: string }
  /** May hold quick actions. */
  | { by: PersonName; comments: string }
  | { by: PersonName; reacts: string }
  | { by: PersonName; does: 'close' };

/** An issue from its first words to what is known of it today. Issues are numbered in the order they are told in. */
export type IssueStory = {
  author: PersonName;
  daysAgo: number;
  title: string;
  description: string;
  labels: readonly string[];
  hasMilestone?: boolean;
  assignees?: readonly PersonName[];
  weight?: number;
  dueInDays?: number;
  isConfidential?: boolean;
  /** Numbers of earlier issues of the project that it stands in the way of. */
  blocks?: readonly number[];
  turns: readonly IssueTurn[];
};
