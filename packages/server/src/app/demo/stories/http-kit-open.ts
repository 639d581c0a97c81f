import type { Story } from '../story.ts';

const WARNING = 'packages/process-warning/index.js';
const SPY_TEST = 'packages/process-warning/test/spy-warning.test.js';
const STRINGIFY = 'packages/fast-querystring/lib/stringify.js';
const SIGNER = 'packages/cookie/signer.js';

const falsyArguments: Story = {
  branch: 'spy-keeps-falsy-arguments',
  author: 'sara',
  title: 'Let a spied warning keep arguments that are falsy',
  description: `\`spyWarning\` leaves out \`0\`, \`''\`, \`false\` and \`null\`, because it asks \`if (c)\` where it means "was it given?".
A test that checks \`warning('retry', 0)\` sees \`['retry']\`.

It also forgets the first argument when the second is falsy and the third is not. I met this in @jun's retry code.

@ingrid, it changes what existing tests see: please look at that with care.`,
  labels: ['bug', 'testing'],
  hasMilestone: true,
  assignees: ['sara'],
  reviewers: ['ingrid', 'tomas'],
  rounds: [
    [
      {
        daysAgo: 4,
        message: 'process-warning: count the arguments instead of looking at them',
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
        message: 'process-warning: only leave out what trails',
        edits: [
          {
            path: WARNING,
            replace: [
              [
                '      const args = [a, b, c].filter((arg) => arg !== undefined)\n',
                `      // It is always called with three arguments: those at the end that were not given are undefined.
      const args = [a, b, c]
      while (args.length > 0 && args[args.length - 1] === undefined) args.pop()
`,
              ],
            ],
          },
          {
            path: SPY_TEST,
            append: `
test('Spy ProcessWarning - falsy arguments are arguments', t => {
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
      says: "`filter` also takes out the ones in the **middle**: `warning(undefined, 'x')` becomes `['x']`, and then the positions are wrong. Or can that not happen?",
    },
    { by: 'sara', answers: 'holes', says: 'It can, and you are right. Only what trails may go. I will change it.' },
    {
      by: 'ingrid',
      thread: 'breaking',
      on: { path: WARNING, line: 'if (c) {', side: 'old' },
      says: 'Whoever wrote a test against the old behaviour gets a failing test from this. I think that is what we want, but it belongs into the release notes as a change, not as a fix.',
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
        findings: [
          { line: 'while (args.length > 0', severity: 'minor', says: 'Put the body of a loop on a line of its own.' },
        ],
      },
    },
    { by: 'sara', answers: 'holes', says: 'Done in the second commit, with your example in the test.' },
    {
      by: 'ingrid',
      thread: 'loop',
      on: { path: WARNING, line: 'while (args.length > 0' },
      says: `Small thing. \`findLastIndex\` says it without the loop:

\`\`\`js
const count = [a, b, c].findLastIndex((arg) => arg !== undefined) + 1
\`\`\`

Take it or leave it.`,
    },
    { by: 'sara', answers: 'loop', says: 'I leave it, if you do not mind: `pop` is what the next reader expects.' },
    { by: 'ingrid', resolves: 'loop' },
    { by: 'sara', answers: 'breaking', says: 'Agreed. Where do we keep release notes for packages that are not ours?' },
    {
      by: 'tomas',
      comments:
        'The test reads like the description, very nice. From my side this can go in once the question about the release notes is settled.',
    },
  ],
};

const richerValues: Story = {
  branch: 'values-of-query-strings',
  author: 'tomas',
  isFromFork: true,
  title: 'Write dates and leave out what is undefined in query strings',
  description: `Two things we do by hand in four services:

1. A \`Date\` is written as \`2026-03-01T00:00:00.000Z\`; today it becomes an empty text.
2. A key whose value is \`undefined\` is left out; today it is written as \`key=\`.

The second is a change of behaviour. \`node:querystring\` writes \`key=\`, but \`URLSearchParams\`-minded people never
expect it. I would like to hear opinions before I touch the types.`,
  labels: ['feature', 'discussion'],
  assignees: ['tomas'],
  reviewers: ['jun', 'ann'],
  rounds: [
    [
      {
        daysAgo: 3,
        message: 'fast-querystring: write dates',
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
        message: 'fast-querystring: leave out what is undefined',
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
      says: 'It comes last, so only values that were `""` before pay for it. Good place. Did you run the benchmark?',
    },
    {
      by: 'tomas',
      answers: 'speed',
      says: 'Three runs each, on my laptop: 1.21 M/s before, 1.20 M/s after. Inside the noise.',
    },
    { by: 'jun', resolves: 'speed' },
    {
      by: 'ann',
      thread: 'undefined',
      on: { path: STRINGIFY, line: 'if (value === undefined) continue;' },
      says: `Splitting these would help. Dates: yes, today. \`undefined\`: this package says on its first line that it replaces \`node:querystring\`, and there

\`\`\`js
querystring.stringify({ a: undefined }) // 'a='
\`\`\`

Some backend of ours will count on the empty value.`,
    },
    { by: 'tomas', answers: 'undefined', says: 'I can make it an option, off by default. Would that be better?' },
    {
      by: 'ann',
      answers: 'undefined',
      says: 'An option for this costs more than a `filter` at the four places. I would drop it.',
    },
    {
      by: 'jun',
      comments:
        'Also `if (result)` instead of `if (i)`: correct, since a key alone always leaves at least `=`. Took me a moment.',
    },
  ],
};

const urlSafeSignatures: Story = {
  branch: 'url-safe-signatures',
  author: 'jun',
  isDraft: true,
  title: 'Sign cookies with the URL alphabet',
  description: `Base64 has \`+\` and \`/\`, which proxies of two of our customers encode once more, and then the signature does not fit.
Node knows \`base64url\`, which also has no padding to remove.

Not ready:

- [x] sign
- [ ] accept both for a while when checking
- [ ] say in the manual until when`,
  labels: ['cookies'],
  assignees: ['jun'],
  rounds: [
    [
      {
        daysAgo: 1,
        message: 'cookie: sign with the URL alphabet',
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
      says: 'Careful: as it stands, everybody is signed out when this is deployed, and again by every server that still runs the old version. The checking side has to go first, one release earlier.',
    },
    {
      by: 'jun',
      answers: 'both',
      says: 'That is the second box. I will split it: first accept both, and this one after the release.',
    },
  ],
};

export const httpKitOpenStories: readonly Story[] = [falsyArguments, richerValues, urlSafeSignatures];
