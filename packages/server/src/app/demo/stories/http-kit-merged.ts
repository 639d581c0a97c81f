import type { Story } from '../story.ts';

const VERSIONS = 'packages/find-my-way/lib/strategies/accept-version.js';
const VERSION_TEST = 'packages/find-my-way/test/constraint.default-versioning.test.js';
const SIGNER = 'packages/cookie/signer.js';

const olderVersion: Story = {
  branch: 'keep-highest-version',
  author: 'jun',
  title: 'Do not let an older version take the wildcard',
  description: `The manual promises that \`1.x\` finds the *highest* version. It finds the one that was registered **last** when
the major number is the same:

\`\`\`js
router.on('GET', '/', { constraints: { version: '1.2.0' } }, newer)
router.on('GET', '/', { constraints: { version: '1.1.0' } }, older)
router.find('GET', '/', { version: 'x' }).handler // older
\`\`\`

\`maxMajor\` only remembers the major number, so \`1.1.0\` passes the \`>=\`.

- [x] test that fails without the fix
- [x] the other wildcards (\`1.x\`, \`1.2.x\`) checked by hand

Closes #1.`,
  labels: ['bug', 'routing'],
  hasMilestone: true,
  assignees: ['jun'],
  reviewers: ['ann', 'ingrid'],
  rounds: [
    [
      {
        daysAgo: 9,
        message: 'find-my-way: remember the whole highest version\n\nThe major number alone lets 1.1.0 replace 1.2.0.',
        edits: [
          {
            path: VERSIONS,
            replace: [
              ['  this.maxMajor = 0\n', '  this.highest = [0, 0, 0]\n'],
              [
                '  if (major >= this.maxMajor) {\n    this.maxMajor = major\n',
                '  if (isAtLeast([major, minor, patch], this.highest)) {\n    this.highest = [major, minor, patch]\n',
              ],
              [
                'SemVerStore.prototype.get = function',
                `function isAtLeast (version, other) {
  for (let i = 0; i < 3; i++) {
    if (version[i] !== other[i]) return version[i] > other[i]
  }
  return true
}

SemVerStore.prototype.get = function`,
              ],
            ],
          },
        ],
      },
    ],
    [
      {
        daysAgo: 8,
        message: 'find-my-way: test the wildcard with versions out of order',
        edits: [
          {
            path: VERSION_TEST,
            append: `
test('A wildcard finds the highest version, whatever was registered last', t => {
  t.plan(2)

  const findMyWay = FindMyWay()
  const newer = () => {}
  const older = () => {}

  findMyWay.on('GET', '/', { constraints: { version: '1.2.0' } }, newer)
  findMyWay.on('GET', '/', { constraints: { version: '1.1.9' } }, older)

  t.assert.strictEqual(findMyWay.find('GET', '/', { version: 'x' }).handler, newer)
  t.assert.strictEqual(findMyWay.find('GET', '/', { version: '1.x' }).handler, newer)
})
`,
          },
        ],
      },
    ],
  ],
  turns: [
    {
      by: 'ann',
      thread: 'allocation',
      on: { path: VERSIONS, line: 'isAtLeast([major, minor, patch], this.highest)' },
      says: 'Two arrays for every route. It only runs when routes are registered, so I do not mind, but please say so in a comment if anybody asks. :slight_smile:',
    },
    { by: 'jun', answers: 'allocation', says: 'Only at registration, yes. `get` is still one look into the map.' },
    { by: 'ann', resolves: 'allocation' },
    {
      by: 'ingrid',
      thread: 'test',
      on: { path: VERSIONS, line: 'function isAtLeast' },
      says: 'I believe it, but I would like to *see* it fail. Where is the test? Out of order **and** with a two-digit minor, please: `1.10.0` against `1.9.0` is how this usually breaks.',
    },
    { by: 'jun', pushes: true },
    {
      by: 'jun',
      answers: 'test',
      says: 'Pushed. The numbers are compared as numbers (`Number(minor)` two lines above), so `1.10` is safe; I kept the test to the order.',
    },
    { by: 'ingrid', answers: 'test', says: 'Convinced. The test fails on main for me, and passes here.' },
    { by: 'ingrid', resolves: 'test' },
    { by: 'ann', comments: 'Thank you, Jun. Merging; please send it upstream too.' },
    { by: 'ann', does: 'merge' },
  ],
};

const timingOfSecrets: Story = {
  branch: 'constant-number-of-comparisons',
  author: 'ingrid',
  title: 'Compare a signature with every secret',
  description: `\`_unsign\` stops at the first secret that fits. How long it takes tells how old the secret is that somebody's cookie
was signed with. That is little, but it is for free to give away nothing.

The comparison itself was constant already (\`timingSafeEqual\`).

Closes #2.`,
  labels: ['security', 'cookies'],
  hasMilestone: true,
  assignees: ['ingrid'],
  reviewers: ['ann'],
  rounds: [
    [
      {
        daysAgo: 6,
        message: 'cookie: look at every secret, whichever fits',
        edits: [
          {
            path: SIGNER,
            replace: [
              [
                '  for (let i = 0; i < secrets.length; ++i) {\n    const secret = secrets[i]\n    const expected = Buffer.from(crypto\n',
                '  let found = -1\n  // No early end: the time it takes must not tell which secret it was.\n  for (let i = 0; i < secrets.length; ++i) {\n    const secret = secrets[i]\n    const expected = Buffer.from(crypto\n',
              ],
              [
                '    ) {\n      return {\n        valid: true,\n        renew: secret !== secrets[0],\n        value\n      }\n    }\n  }\n',
                '    ) {\n      found = found === -1 ? i : found\n    }\n  }\n\n  if (found !== -1) {\n    return {\n      valid: true,\n      renew: found !== 0,\n      value\n    }\n  }\n',
              ],
            ],
          },
        ],
      },
    ],
  ],
  turns: [
    {
      by: 'ann',
      thread: 'renew',
      on: { path: SIGNER, line: 'renew: found !== 0,' },
      says: 'This is not quite the same as before: with the same secret **twice** in the list, `secret !== secrets[0]` was false for the second one, now it would be… no, `found` is the first that fits. Same. Leaving this here for the next person who wonders.',
    },
    {
      by: 'ingrid',
      answers: 'renew',
      says: 'I had to think about it as well. Worth a line in the test file; I will add it with the next change there.',
    },
    { by: 'ann', resolves: 'renew' },
    {
      by: 'tomas',
      comments:
        'A question to learn from: is the number of secrets not visible now, because it takes longer with more of them?',
    },
    {
      by: 'ingrid',
      comments:
        '@tomas Good question. It is, but it is the same for everybody and changes only when we rotate. What we hide is *which one* fits.',
    },
    { by: 'ann', does: 'merge' },
  ],
};

const formBodyLimit: Story = {
  branch: 'formbody-manual',
  author: 'tomas',
  title: 'Say in the manual what happens to a body that is too large',
  description:
    'It took me an afternoon to find out that the answer is 413 and that the limit is the one of the server unless `bodyLimit` is given. Now it is written down.',
  labels: ['documentation'],
  assignees: ['tomas'],
  reviewers: ['sara'],
  rounds: [
    [
      {
        daysAgo: 12,
        message: 'formbody: document the limit of bodies',
        edits: [
          {
            path: 'packages/formbody/Readme.md',
            append: `
## Bodies that are too large

A body over \`bodyLimit\` bytes is answered with 413 before it is parsed. Without the option, the limit of the server
counts (1 MiB unless you changed it). Nothing of the body reaches your handler.
`,
          },
        ],
      },
    ],
  ],
  turns: [
    { by: 'sara', comments: 'شكرًا! I looked for exactly this last month. Reads well, merging is up to @ingrid.' },
    { by: 'ingrid', does: 'merge' },
  ],
};

export const httpKitMergedStories: readonly Story[] = [olderVersion, timingOfSecrets, formBodyLimit];
