import type { IssueStory } from '../issue-story.ts';

/** #1: closed by the merge request that keeps the highest version. */
const wrongVersion: IssueStory = {
  author: 'ingrid',
  daysAgo: 12,
  title: 'A wildcard finds the version that was registered last, not the highest',
  description: `The search service moved its \`1.1.0\` routes to a file that is loaded later, and since then every client that asks for
\`1.x\` gets the old answers.

- expected: \`1.2.0\`, as the manual of find-my-way says
- found: \`1.1.0\`

| Asked for | Registered, in this order | Found |
| --- | --- | --- |
| \`x\` | 1.2.0, 1.1.0 | 1.1.0 |
| \`1.x\` | 1.2.0, 1.1.0 | 1.1.0 |
| \`1.x\` | 1.1.0, 1.2.0 | 1.2.0 |`,
  labels: ['bug', 'routing'],
  hasMilestone: true,
  assignees: ['jun'],
  weight: 2,
  turns: [
    { by: 'jun', comments: 'I can see why from here: only the major number is remembered. Fix and test tomorrow.' },
    { by: 'ann', reacts: 'thumbsup' },
  ],
};

/** #2: closed by the merge request that compares every secret. */
const timing: IssueStory = {
  author: 'sara',
  daysAgo: 10,
  title: 'How long a cookie takes to be refused tells the age of its secret',
  description: `Found while I looked for something else. \`_unsign\` returns at the first secret that fits, so with three secrets there
are three clearly different times. Over a thousand requests they can be told apart from outside.

Little, but free to fix. Confidential until the services have it.`,
  labels: ['security', 'cookies'],
  hasMilestone: true,
  assignees: ['ingrid'],
  weight: 1,
  isConfidential: true,
  turns: [
    {
      by: 'ingrid',
      comments: 'Confirmed: 41 µs, 58 µs and 74 µs here, with hardly any spread. I take it.\n\n/estimate 4h',
    },
  ],
};

/** #3 */
const reasons: IssueStory = {
  author: 'tomas',
  daysAgo: 9,
  title: 'Say why a cookie was not accepted',
  description: `Support asks me once a week whether somebody tries to forge cookies. I cannot tell them: an old cookie without a
signature and one with a wrong signature look the same in our log.

What I would like to read there is \`unsigned\` or \`forged\`, and how often.`,
  labels: ['feature', 'cookies'],
  assignees: ['sara'],
  weight: 3,
  dueInDays: 4,
  turns: [
    {
      by: 'jun',
      thread: 'privacy',
      says: 'Do we want to log the cookie itself as well? It would help to see what was wrong with it.',
    },
    {
      by: 'sara',
      answers: 'privacy',
      says: 'No: a cookie with a wrong signature may still be a session of somebody, signed with a secret we removed. The reason is enough.',
    },
    { by: 'tomas', reacts: 'heart' },
  ],
};

/** #4 */
const nodeVersions: IssueStory = {
  author: 'ann',
  daysAgo: 9,
  title: 'Agree on the versions of Node that we promise to support',
  description: `Every package here says something else in \`engines\`, most say nothing. Before anybody uses a newer function, let us
write down one answer.

My proposal: the two versions with long-term support, and the current one.`,
  labels: ['discussion', 'maintenance'],
  turns: [
    { by: 'tomas', comments: 'Why three? Our images all have the newest one with long-term support.' },
    { by: 'ann', comments: 'Ours do. Two customers run the libraries in their own images, and they move once a year.' },
    { by: 'sara', reacts: 'thumbsup' },
    { by: 'ingrid', reacts: 'thumbsup' },
  ],
};

/** #5 */
const slowQueries: IssueStory = {
  author: 'jun',
  daysAgo: 6,
  title: 'A query string with ten thousand keys keeps a process busy for a second',
  description: `The report export puts every selected row into the address. With 10,000 rows, \`parse\` takes 1.1 s on the staging
machines and nothing else is answered meanwhile.

- [x] find out where the time goes (\`decode\` of each key, although none has a \`%\`)
- [x] a benchmark that shows it
- [ ] skip decoding where there is nothing to decode
- [ ] a limit of keys, with a clear error above it
- [ ] tell the export team that a \`POST\` would be kinder

\`\`\`js
parse(Array.from({ length: 10_000 }, (_, row) => \`row=\${row}\`).join('&'))
\`\`\``,
  labels: ['performance'],
  hasMilestone: true,
  assignees: ['jun'],
  weight: 5,
  dueInDays: 8,
  turns: [
    { by: 'jun', comments: 'Benchmark is done, the numbers are above.\n\n/estimate 2d\n/spend 5h' },
    {
      by: 'ingrid',
      thread: 'limit',
      says: 'What would the limit be? Node has none, PHP has 1,000, and whatever we choose, somebody has one more.',
    },
    {
      by: 'jun',
      answers: 'limit',
      says: 'An option with 1,000 as its default, and the error names the option. The export may ask for more if it must.',
    },
  ],
};

/** #6 */
const upstream: IssueStory = {
  author: 'ingrid',
  daysAgo: 1,
  title: 'Send our change of find-my-way upstream',
  description:
    'We promised it in the manual of this repository: what we change, we send back. #1 is merged, so it is time.',
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
