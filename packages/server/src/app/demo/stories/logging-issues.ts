import type { IssueStory } from '../issue-story.ts';

/** #1: closed by the merge request that rounds down. */
const nextSecond: IssueStory = {
  author: 'ingrid',
  daysAgo: 11,
  title: 'Half of our lines are a second ahead of everybody else',
  description: `Lines of one request, sorted by time, from the proxy and from us:

\`\`\`text
12:00:07  proxy    request 81f2 begins
12:00:08  service  request 81f2 is handled
12:00:07  proxy    request 81f2 ends
\`\`\`

The service did not take a second. It writes the *nearest* second instead of the one that has begun.`,
  labels: ['bug'],
  hasMilestone: true,
  assignees: ['jun'],
  weight: 1,
  turns: [{ by: 'jun', comments: '`Math.round` where everybody else takes `Math.floor`. I will send a fix.' }],
};

/** #2 */
const wakeUps: IssueStory = {
  author: 'tomas',
  daysAgo: 4,
  title: 'An idle service wakes up four times a second',
  description: `Forty streams that each look every ten seconds. The laptop of everybody who runs the services locally shows it on the
battery.`,
  labels: ['performance', 'discussion'],
  weight: 2,
  turns: [
    {
      by: 'ingrid',
      comments: 'Before we make the pause longer: does somebody remember what the ten seconds protect against?',
    },
  ],
};

export const loggingIssues: readonly IssueStory[] = [nextSecond, wakeUps];
