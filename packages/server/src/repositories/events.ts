/** A branch or tag moved, whichever interface it came through. Zeros in a sha mean "none". */
export type PushReceived = {
  /** Row of push_events; the same event is never recorded twice. */
  pushEventId: number;
  projectId: number;
  /** Full name, `refs/heads/…` or `refs/tags/…`. */
  ref: string;
  refKind: 'branch' | 'tag';
  /** Short name. */
  name: string;
  oldSha: string;
  newSha: string;
  /** Null when nobody signed in did it (the product itself). */
  actorId: number | null;
  action: 'created' | 'updated' | 'deleted';
  /** Commits were taken off the branch. */
  isForced: boolean;
  /** Commits that came with it, counted up to 10,000; 0 for deletions. */
  commitCount: number;
  /**
   * How many refs of this kind the push changed in this way, where those are more than have an event each: this one stands
   * for all of them, with one entry of activity and no call of webhooks. It names the default branch if that is among them.
   */
  bulkCount?: number;
  /** The push options, where there were any; they may hold secrets, so they are encrypted: see `openPushOptions`. */
  sealedOptions?: string;
};

export type ProjectForked = { projectId: number; sourceId: number; actorId: number | null };

declare module '../platform/events.ts' {
  interface EventMap {
    'push.received': PushReceived;
    /** The fork's repository is there. */
    'project.forked': ProjectForked;
    /** `branch` is the new one. */
    'project.default_branch_changed': { projectId: number; branch: string };
  }
}
