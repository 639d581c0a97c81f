import type { Story } from '../story.ts';

const WARNING = 'packages/process-warning/index.js';
const SPY_TEST = 'packages/process-warning/test/spy-warning.test.js';
const STRINGIFY = 'packages/fast-querystring/lib/stringify.js';
const SIGNER = 'packages/cookie/signer.js';

const falsyArguments: Story = {
  branch: 'spy-keeps-falsy-arguments',
  author: 'sara',
  title: 'Keep falsy arguments in spyWarning',
  description: `\`spyWarning\` drops \`0\`, \`''\`, \`false\` and \`null\`, because it checks \`if (c)\` instead of whether the argument was passed.
A test that checks \`warning('retry', 0)\` sees \`['retry']\`.

I ran into this in @jun's retry code.

@ingrid, this changes what existing tests see, so please review that part carefully.`,
  labels: ['bug', 'testing'],
  hasMilestone: true,
  assignees: ['sara'],
  reviewers: ['ingrid', 'tomas'],
  rounds: [
    [
      {
        daysAgo: 4,
        message: 'process-warning: keep falsy arguments',
        edits: [
          {
            path: WARNING,
            replace: [
              [
                `    warning[kWarningFn] = function (a, b, c) {
      const args = []
      // since warning always call by fn(a, b, c)
      // it need to remove the trailing undefined arguments
      if (c) {
        args.push(a, b, c)
      } else if (b) {
        args.push(a, b)
      } else if (a) {
        args.push(a)
      }
`,
                `    warning[kWarningFn] = function (a, b, c) {
      const args = [a, b, c].filter((arg) => arg !== undefined)
`,
              ],
            ],
          },
        ],
      },
    ],
    [
      {
        daysAgo: 2,
        message: 'process-warning: only drop trailing arguments',
        edits: [
          {
            path: WARNING,
            replace: [
              [
                '      const args = [a, b, c].filter((arg) => arg !== undefined)\n',
                `      // Always called with three arguments. Trailing arguments that were not passed are undefined.
      const args = [a, b, c]
      while (args.length > 0 && args[args.length - 1] === undefined) args.pop()
`,
              ],
            ],
          },
          {
            path: SPY_TEST,
            append: `
test('Spy ProcessWarning - keeps falsy arguments', t => {
  const warning = createWarning({ name: 'Warning', code: 'WRN', message: 'Hello %s', unlimited: true })
  const spyData = spyWarning(warning)

  warning('retry', 0)
  warning('', false, null)
  warning(undefined, 'second')

  t.assert.deepStrictEqual(spyData.calls.map(call => call.arguments), [
    ['retry', 0],
    ['', false, null],
    [undefined, 'second']
  ])
})
`,
          },
        ],
      },
    ],
  ],
  turns: [
    {
      by: 'tomas',
      thread: 'holes',
      on: { path: WARNING, line: 'filter((arg) => arg !== undefined)' },
      says: "`filter` also removes arguments in the **middle**: `warning(undefined, 'x')` becomes `['x']`, and then the positions are wrong. Or can that not happen?",
    },
    {
      by: 'sara',
      answers: 'holes',
      says: "It can, you're right. We should only drop trailing arguments. I'll fix it.",
    },
    {
      by: 'ingrid',
      thread: 'breaking',
      on: { path: WARNING, line: 'if (c) {', side: 'old' },
      says: "Any test written against the old behavior will fail now. I think that's what we want, but the release notes should list it as a change, not a fix.",
    },
    { by: 'sara', pushes: true },
    {
      by: 'sara',
      measures: {
        path: WARNING,
        hits: [
          ['  const warningFn = warning[kWarningFn]', 9],
          ['warning[kWarningFn] = function (a, b, c) {', 9],
          ['const args = [a, b, c]', 14],
          ['while (args.length > 0', 14],
          ['result: warningFn(a, b, c)', 14],
          ['callCount () {', 0],
        ],
        findings: [{ line: 'while (args.length > 0', severity: 'minor', says: 'Put the loop body on its own line.' }],
      },
    },
    { by: 'sara', answers: 'holes', says: 'Fixed in the second commit. I added your example to the test.' },
    {
      by: 'ingrid',
      thread: 'loop',
      on: { path: WARNING, line: 'while (args.length > 0' },
      says: `Nit: you can do this without a loop using \`findLastIndex\`:

\`\`\`js
const count = [a, b, c].findLastIndex((arg) => arg !== undefined) + 1
\`\`\`

Take it or leave it.`,
    },
    { by: 'sara', answers: 'loop', says: "I'd rather keep it if you don't mind. I think `pop` is easier to read." },
    { by: 'ingrid', resolves: 'loop' },
    { by: 'sara', answers: 'breaking', says: 'Agreed. Where do we keep release notes for third-party packages?' },
    {
      by: 'tomas',
      comments:
        'The tests match the description nicely. Good to merge from my side once the release notes question is settled.',
    },
  ],
};

const richerValues: Story = {
  branch: 'values-of-query-strings',
  author: 'tomas',
  isFromFork: true,
  title: 'Support dates and skip undefined values in query strings',
  description: `Four of our services do two things manually:

1. Serialize a \`Date\` as \`2026-03-01T00:00:00.000Z\`. Today it becomes an empty string.
2. Skip keys with the value \`undefined\`. Today they are serialized as \`key=\`.

The second one is a behavior change. \`node:querystring\` writes \`key=\`, but most people do not
expect that. I'd like to hear opinions before I change the types.`,
  labels: ['feature', 'discussion'],
  assignees: ['tomas'],
  reviewers: ['jun', 'ann'],
  rounds: [
    [
      {
        daysAgo: 3,
        message: 'fast-querystring: serialize dates',
        edits: [
          {
            path: STRINGIFY,
            replace: [
              [
                '    return value < 1e21 ? "" + value : encodeString("" + value);\n  }\n',
                '    return value < 1e21 ? "" + value : encodeString("" + value);\n  } else if (value instanceof Date) {\n    return encodeString(value.toISOString());\n  }\n',
              ],
            ],
          },
        ],
      },
      {
        daysAgo: 3,
        message: 'fast-querystring: skip undefined values',
        edits: [
          {
            path: STRINGIFY,
            replace: [
              [
                '    const encodedKey = encodeString(key) + "=";\n\n    if (i) {\n',
                '    if (value === undefined) continue;\n    const encodedKey = encodeString(key) + "=";\n\n    if (result) {\n',
              ],
            ],
          },
        ],
      },
    ],
  ],
  turns: [
    {
      by: 'jun',
      thread: 'speed',
      on: { path: STRINGIFY, line: 'value instanceof Date' },
      says: 'It\'s the last branch, so only values that were `""` before are affected. Nice. Did you run the benchmark?',
    },
    {
      by: 'tomas',
      answers: 'speed',
      says: 'Yes, three runs each on my laptop: 1.21 M/s before, 1.20 M/s after. Within noise.',
    },
    { by: 'jun', resolves: 'speed' },
    {
      by: 'ann',
      thread: 'undefined',
      on: { path: STRINGIFY, line: 'if (value === undefined) continue;' },
      says: `I'd split this. Dates: yes. \`undefined\`: the README says this is a drop-in replacement for \`node:querystring\`, and there

\`\`\`js
querystring.stringify({ a: undefined }) // 'a='
\`\`\`

One of our backends probably relies on the empty value.`,
    },
    {
      by: 'tomas',
      answers: 'undefined',
      says: 'I could make it an option that is off by default. Would that be better?',
    },
    {
      by: 'ann',
      answers: 'undefined',
      says: "I think an option is more work than a `filter` in those four places. I'd drop it.",
    },
    {
      by: 'jun',
      comments:
        'The change from `if (i)` to `if (result)` is correct too, since every key adds at least a `=`. Took me a moment.',
    },
  ],
};

const urlSafeSignatures: Story = {
  branch: 'url-safe-signatures',
  author: 'jun',
  isDraft: true,
  title: 'Sign cookies with base64url',
  description: `Base64 uses \`+\` and \`/\`. The proxies of two customers encode them again, so the signature no longer matches.
Node supports \`base64url\`, which also has no padding to remove.

To do:

- [x] Sign with base64url
- [ ] Accept both encodings during the transition
- [ ] Document the end of the transition`,
  labels: ['cookies'],
  assignees: ['jun'],
  rounds: [
    [
      {
        daysAgo: 1,
        message: 'cookie: sign with base64url',
        edits: [
          {
            path: SIGNER,
            replace: [
              [
                "    .update(value)\n    .digest('base64')\n    // remove base64 padding (=) as it has special meaning in cookies\n    .replace(base64PaddingRE, '')\n}",
                "    .update(value)\n    .digest('base64url')\n}",
              ],
            ],
          },
        ],
      },
    ],
  ],
  turns: [
    {
      by: 'ingrid',
      thread: 'both',
      on: { path: SIGNER, line: ".digest('base64url')" },
      says: 'Careful: as is, this signs everyone out on deploy, and again on every server that still runs the old version. We need to ship the verification part one release earlier.',
    },
    {
      by: 'jun',
      answers: 'both',
      says: "That's the second item. I'll split it: accept both encodings first, then merge this after the release.",
    },
  ],
};

export const httpKitOpenStories: readonly Story[] = [falsyArguments, richerValues, urlSafeSignatures];
