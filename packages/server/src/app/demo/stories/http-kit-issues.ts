import type { IssueStory } from '../issue-story.ts';

/** #1: closed by the merge request that keeps the highest version. */
const wrongVersion: IssueStory = {
  author: 'ingrid',
  daysAgo: 12,
  title: 'Version wildcard matches the last registered version instead of the highest',
  description: `The search service moved its \`1.1.0\` routes to a file that is loaded later. Since then, every client that requests
\`1.x\` gets the old responses.

- Expected: \`1.2.0\`, as documented in the find-my-way README
- Actual: \`1.1.0\`

| Requested | Registered, in order | Matched |
| --- | --- | --- |
| \`x\` | 1.2.0, 1.1.0 | 1.1.0 |
| \`1.x\` | 1.2.0, 1.1.0 | 1.1.0 |
| \`1.x\` | 1.1.0, 1.2.0 | 1.2.0 |`,
  labels: ['bug', 'routing'],
  hasMilestone: true,
  assignees: ['jun'],
  weight: 2,
  turns: [
    {
      by: 'jun',
      comments: "I think I know why: we only store the major version. I'll have a fix and a test tomorrow.",
    },
    { by: 'ann', reacts: 'thumbsup' },
  ],
};

/** #2: closed by the merge request that compares every secret. */
const timing: IssueStory = {
  author: 'sara',
  daysAgo: 10,
  title: 'Signature check timing reveals which secret signed a cookie',
  description: `I found this while debugging something else. \`_unsign\` returns at the first secret that matches, so with three secrets
there are three distinct timings. Over a thousand requests, an attacker can tell them apart.

Low severity, but easy to fix. Confidential until all services are updated.`,
  labels: ['security', 'cookies'],
  hasMilestone: true,
  assignees: ['ingrid'],
  weight: 1,
  isConfidential: true,
  turns: [
    {
      by: 'ingrid',
      comments:
        "Confirmed: 41 µs, 58 µs and 74 µs on my machine, with very little variance. I'll take this one.\n\n/estimate 4h",
    },
  ],
};

/** #3 */
const reasons: IssueStory = {
  author: 'tomas',
  daysAgo: 9,
  title: 'Log why a cookie was rejected',
  description: `Support asks me every week whether someone is trying to forge cookies. I can't tell them: an old cookie without a
signature and a cookie with an invalid signature look the same in our logs.

I'd like to see \`unsigned\` or \`forged\` in the logs, with a count.`,
  labels: ['feature', 'cookies'],
  assignees: ['sara'],
  weight: 3,
  dueInDays: 4,
  turns: [
    {
      by: 'jun',
      thread: 'privacy',
      says: 'Should we log the cookie itself too? It would help with debugging.',
    },
    {
      by: 'sara',
      answers: 'privacy',
      says: 'No. A cookie with an invalid signature can still belong to a real session that was signed with a secret we removed. The reason is enough.',
    },
    { by: 'tomas', reacts: 'heart' },
  ],
};

/** #4 */
const nodeVersions: IssueStory = {
  author: 'ann',
  daysAgo: 9,
  title: 'Decide which Node versions we support',
  description: `Every package here has a different \`engines\` field, and most have none. Before anyone uses a newer API, let's agree on
one policy.

My proposal: the two LTS versions and the current one.`,
  labels: ['discussion', 'maintenance'],
  turns: [
    { by: 'tomas', comments: 'Why three? All our images use the latest LTS.' },
    {
      by: 'ann',
      comments: 'Ours do. Two customers run the libraries in their own images, and they upgrade once a year.',
    },
    { by: 'sara', reacts: 'thumbsup' },
    { by: 'ingrid', reacts: 'thumbsup' },
  ],
};

/** #5 */
const slowQueries: IssueStory = {
  author: 'jun',
  daysAgo: 6,
  title: 'Parsing a query string with 10,000 keys blocks the process for a second',
  description: `The report export puts every selected row in the URL. With 10,000 rows, \`parse\` takes 1.1 s on the staging
machines and blocks all other requests.

- [x] Profile it (\`decode\` runs for each key, even without a \`%\`)
- [x] Add a benchmark
- [ ] Skip decoding when there is nothing to decode
- [ ] Limit the number of keys, with a clear error message
- [ ] Ask the export team to use \`POST\` instead

\`\`\`js
parse(Array.from({ length: 10_000 }, (_, row) => \`row=\${row}\`).join('&'))
\`\`\``,
  labels: ['performance'],
  hasMilestone: true,
  assignees: ['jun'],
  weight: 5,
  dueInDays: 8,
  turns: [
    { by: 'jun', comments: 'The benchmark is done, numbers are above.\n\n/estimate 2d\n/spend 5h' },
    {
      by: 'ingrid',
      thread: 'limit',
      says: 'What should the limit be? Node defaults to 1,000 and so does PHP, but whatever we pick, someone will need more.',
    },
    {
      by: 'jun',
      answers: 'limit',
      says: "Let's make it an option that defaults to 1,000, and mention the option in the error. The export can raise it if needed.",
    },
  ],
};

/** #6 */
const upstream: IssueStory = {
  author: 'ingrid',
  daysAgo: 1,
  title: 'Contribute our find-my-way fix upstream',
  description: "Our README says that we contribute our changes upstream. The fix for #1 is merged, so let's do that.",
  labels: ['maintenance', 'routing'],
  dueInDays: 14,
  turns: [{ by: 'jun', comments: '/assign me' }],
};

export const httpKitIssues: readonly IssueStory[] = [
  wrongVersion,
  timing,
  reasons,
  nodeVersions,
  slowQueries,
  upstream,
];
