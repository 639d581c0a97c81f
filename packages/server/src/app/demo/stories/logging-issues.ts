import type { IssueStory } from '../issue-story.ts';

/** #1: closed by the merge request that rounds down. */
const nextSecond: IssueStory = {
  author: 'ingrid',
  daysAgo: 11,
  title: 'Half of our log timestamps are one second ahead',
  description: `Log lines for one request, from the proxy and from our service:

\`\`\`text
12:00:07  proxy    request 81f2 started
12:00:08  service  request 81f2 handled
12:00:07  proxy    request 81f2 finished
\`\`\`

The service did not take a full second. It rounds to the *nearest* second instead of rounding down.`,
  labels: ['bug'],
  hasMilestone: true,
  assignees: ['jun'],
  weight: 1,
  turns: [{ by: 'jun', comments: "We use `Math.round` where everyone else uses `Math.floor`. I'll send a fix." }],
};

/** #2 */
const wakeUps: IssueStory = {
  author: 'tomas',
  daysAgo: 4,
  title: 'An idle service wakes up four times a second',
  description: `We have forty streams that each poll every ten seconds. This drains the battery when you run the services
locally.`,
  labels: ['performance', 'discussion'],
  weight: 2,
  turns: [
    {
      by: 'ingrid',
      comments: 'Before we increase the interval: does anyone remember why it is ten seconds?',
    },
  ],
};

export const loggingIssues: readonly IssueStory[] = [nextSecond, wakeUps];
