import type { PackageSource, PackageStep } from '../history/package-history.ts';
import type { DemoEnvironments } from '../create-demo-environments.ts';
import type { DemoUsername } from '../users.ts';
import type { IssueStory } from '../issue-story.ts';
import type { Edit, Story } from '../story.ts';

/** A commit that is written here rather than taken from a package. */
export type WrittenStep = { by: DemoUsername; daysAgo: number; message: string; edits: readonly Edit[] };

/** A commit of the default branch, and the release it became. */
export type Step = (PackageStep | WrittenStep) & { release?: { name: string; message: string } };

/** What stands on the open merge requests of the stories, named by their branches. */
export type DemoStack = {
  upper: {
    branch: string;
    onTopOf: string;
    author: DemoUsername;
    title: string;
    description: string;
    labels: readonly string[];
    file: { path: string; content: string };
  };
  waits: { branch: string; forBranch: string };
  statusCheck: { name: string; external_url: string; shared_secret: string };
};

export type DemoProject = {
  path: string;
  name: string;
  description: string;
  visibility: 'public' | 'internal';
  topics: readonly string[];
  /** Who likes it. */
  stars: readonly DemoUsername[];
  packages: readonly PackageSource[];
  /** History of the default branch, oldest first. */
  steps: readonly Step[];
  stories: readonly Story[];
  /** Told before the merge requests, which may close them: oldest first. */
  issues: readonly IssueStory[];
  /** Created once its merge requests are there. */
  environments?: DemoEnvironments;
  /** Set once its merge requests are there. */
  approvalRules?: readonly { name: string; required: number; users: readonly DemoUsername[] }[];
  stack?: DemoStack;
};
