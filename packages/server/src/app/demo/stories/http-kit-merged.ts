import type { Story } from '../story.ts';

const VERSIONS = 'packages/find-my-way/lib/strategies/accept-version.js';
const VERSION_TEST = 'packages/find-my-way/test/constraint.default-versioning.test.js';
const SIGNER = 'packages/cookie/signer.js';

const olderVersion: Story = {
  branch: 'keep-highest-version',
  author: 'jun',
  title: 'Fix version wildcards when an older version is registered last',
  description: `According to the README, \`1.x\` matches the *highest* version. It actually matches the one registered **last** when
the major version is the same:

\`\`\`js
router.on('GET', '/', { constraints: { version: '1.2.0' } }, newer)
router.on('GET', '/', { constraints: { version: '1.1.0' } }, older)
router.find('GET', '/', { version: 'x' }).handler // older
\`\`\`

\`maxMajor\` only stores the major version, so \`1.1.0\` passes the \`>=\` check.

- [x] Test that fails without the fix
- [x] Other wildcards (\`1.x\`, \`1.2.x\`) checked manually

Closes #1.`,
  labels: ['bug', 'routing'],
  hasMilestone: true,
  assignees: ['jun'],
  reviewers: ['ann', 'ingrid'],
  rounds: [
    [
      {
        daysAgo: 9,
        message:
          'find-my-way: compare full versions for wildcards\n\nComparing only the major version lets 1.1.0 replace 1.2.0.',
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
        message: 'find-my-way: test wildcards with versions out of order',
        edits: [
          {
            path: VERSION_TEST,
            append: `
test('A wildcard matches the highest version regardless of registration order', t => {
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
      says: "This creates two arrays per route. It only runs at registration, so I don't mind. Maybe add a comment? :slight_smile:",
    },
    { by: 'jun', answers: 'allocation', says: 'Yes, only at registration. `get` is still a single map lookup.' },
    { by: 'ann', resolves: 'allocation' },
    {
      by: 'ingrid',
      thread: 'test',
      on: { path: VERSIONS, line: 'function isAtLeast' },
      says: "This looks right, but I'd like to *see* it fail first. Can you add a test? Out of order **and** with a two-digit minor version, please. `1.10.0` vs. `1.9.0` is how this usually breaks.",
    },
    { by: 'jun', pushes: true },
    {
      by: 'jun',
      answers: 'test',
      says: 'Pushed. The parts are compared as numbers (`Number(minor)` two lines above), so `1.10` is safe. The test only covers the order.',
    },
    { by: 'ingrid', answers: 'test', says: 'LGTM. The test fails on main for me and passes here.' },
    { by: 'ingrid', resolves: 'test' },
    { by: 'ann', comments: 'Thanks, Jun! Merging. Please open a PR upstream too.' },
    { by: 'ann', does: 'merge' },
  ],
};

const timingOfSecrets: Story = {
  branch: 'constant-number-of-comparisons',
  author: 'ingrid',
  title: 'Check cookie signatures in constant time',
  description: `\`_unsign\` stops at the first secret that matches, so its timing reveals which secret a cookie was signed with. The
risk is low, but the fix is simple.

The comparison itself already takes constant time (\`timingSafeEqual\`).

Closes #2.`,
  labels: ['security', 'cookies'],
  hasMilestone: true,
  assignees: ['ingrid'],
  reviewers: ['ann'],
  rounds: [
    [
      {
        daysAgo: 6,
        message: 'cookie: always check every secret',
        edits: [
          {
            path: SIGNER,
            replace: [
              [
                '  for (let i = 0; i < secrets.length; ++i) {\n    const secret = secrets[i]\n    const expected = Buffer.from(crypto\n',
                '  let found = -1\n  // Do not return early: the timing must not reveal which secret matched.\n  for (let i = 0; i < secrets.length; ++i) {\n    const secret = secrets[i]\n    const expected = Buffer.from(crypto\n',
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
      says: 'This differs slightly from before: with the same secret **twice** in the list, `secret !== secrets[0]` was false for the second one, and now it would be… no, `found` is the first match. Same behavior. Leaving this here for the next person who wonders.',
    },
    {
      by: 'ingrid',
      answers: 'renew',
      says: "I had to think about that too. It deserves a test, I'll add one with the next change.",
    },
    { by: 'ann', resolves: 'renew' },
    {
      by: 'tomas',
      comments:
        "Just so I understand: doesn't the timing now reveal the number of secrets, since it takes longer with more of them?",
    },
    {
      by: 'ingrid',
      comments:
        "@tomas Good question. It does, but it's the same for everyone and only changes when we rotate. What we hide is *which one* matched.",
    },
    { by: 'ann', does: 'merge' },
  ],
};

const formBodyLimit: Story = {
  branch: 'formbody-manual',
  author: 'tomas',
  title: 'Document the body size limit',
  description:
    'It took me an afternoon to find out that the response is a 413, and that the server limit applies unless `bodyLimit` is set. This adds it to the README.',
  labels: ['documentation'],
  assignees: ['tomas'],
  reviewers: ['sara'],
  rounds: [
    [
      {
        daysAgo: 12,
        message: 'formbody: document the body size limit',
        edits: [
          {
            path: 'packages/formbody/Readme.md',
            append: `
## Body size limit

Bodies larger than \`bodyLimit\` bytes are rejected with a 413 response before they are parsed. If the option is not set,
the server limit applies (1 MiB by default). Your handler is not called.
`,
          },
        ],
      },
    ],
  ],
  turns: [
    { by: 'sara', comments: 'شكرًا! I was looking for exactly this last month. Looks good to me, @ingrid can merge.' },
    { by: 'ingrid', does: 'merge' },
  ],
};

export const httpKitMergedStories: readonly Story[] = [olderVersion, timingOfSecrets, formBodyLimit];
