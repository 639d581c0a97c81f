import type { Benchmark } from './benchmark.ts';
import { diffGuards } from './diff-guards.ts';
import { publishedDrafts } from './drafts.ts';
import { longActivity } from './long-activity.ts';
import { longActivityInBrowser } from './long-activity-in-browser.ts';
import { markdown } from './markdown.ts';
import { pushSeenElsewhere } from './push-view.ts';
import { warmDiff } from './r01-warm-diff.ts';
import { hugeDiff } from './r02-huge-diff.ts';
import { coldDiff } from './r03-cold-diff.ts';
import { readPages } from './r05-read-pages.ts';
import { firstView } from './r06-first-view.ts';
import { gitProcessesPerRequest } from './r07-git-processes.ts';
import { discussions } from './r08-discussions.ts';
import { unchangedPoll } from './r10-unchanged-poll.ts';
import { cloneAndFetch } from './r11-clone-and-fetch.ts';
import { maintenance } from './r14-maintenance.ts';
import { pushToRequest } from './r15-push.ts';
import { mergeByApi } from './r16-merge.ts';
import { recheckRequests } from './r17-recheck.ts';
import { jobArtifacts, jobLogs, jobs, waitingRunners } from './r18-jobs.ts';
import { noteDelivery } from './r20-note-delivery.ts';
import { diffView } from './r21-diff-view.ts';
import { lateColours } from './r25-late-colours.ts';
import { idleMemory } from './r27-idle-memory.ts';
import { memoryGrowth } from './r28-memory-growth.ts';
import { coldStart } from './r29-cold-start.ts';
import { mergeTrain } from './train.ts';

/** All benchmarks in the order they run: those that need the machine to themselves come before the shared service. */
export const benchmarks: readonly Benchmark[] = [
  coldStart,
  idleMemory,
  maintenance,
  gitProcessesPerRequest,
  firstView,
  coldDiff,
  warmDiff,
  hugeDiff,
  readPages,
  discussions,
  unchangedPoll,
  markdown,
  longActivity,
  publishedDrafts,
  cloneAndFetch,
  pushToRequest,
  mergeByApi,
  pushSeenElsewhere,
  recheckRequests,
  mergeTrain,
  noteDelivery,
  jobs,
  jobLogs,
  jobArtifacts,
  waitingRunners,
  lateColours,
  longActivityInBrowser,
  diffView,
  diffGuards,
  memoryGrowth,
];
