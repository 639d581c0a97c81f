import type { Story } from '../story.ts';

const LAST_WORDS = 'packages/on-exit-leak-free/index.js';
const TIME = 'packages/pino/lib/time.js';
const TIME_TEST = 'packages/pino/test/timestamp.test.js';
const FORMAT = 'packages/quick-format-unescaped/index.js';
const FORMAT_TEST = 'packages/quick-format-unescaped/test/index.js';
const WAIT = 'packages/thread-stream/lib/wait.js';

const forgetOne: Story = {
  branch: 'forget-only-what-was-collected',
  author: 'sara',
  title: 'Forget only the reference that was collected',
  description: `\`clear\` means to take one reference out of the list and takes \`index + 1\` of them:

\`\`\`js
refs[event].splice(index, index + 1)
\`\`\`

With \`index\` 3, four callbacks are lost. With \`-1\` (not in this list, it always looks into both) it takes nothing,
which is the only reason why nobody noticed. We lost the last log lines of a worker this way.`,
  labels: ['bug'],
  hasMilestone: true,
  assignees: ['sara'],
  reviewers: ['ann', 'tomas'],
  rounds: [
    [
      {
        daysAgo: 3,
        message: 'on-exit-leak-free: take out one reference, not the rest',
        edits: [
          {
            path: LAST_WORDS,
            replace: [
              [
                '    const index = refs[event].indexOf(ref)\n    refs[event].splice(index, index + 1)\n',
                '    const index = refs[event].indexOf(ref)\n    // Registered for the other event only.\n    if (index === -1) continue\n    refs[event].splice(index, 1)\n',
              ],
            ],
          },
        ],
      },
    ],
  ],
  turns: [
    {
      by: 'tomas',
      thread: 'uninstall',
      on: { path: LAST_WORDS, line: 'if (index === -1) continue' },
      says: '`continue` also skips `uninstall(event)` below. Before, it ran for both events each time. Does anything depend on that?',
    },
    {
      by: 'sara',
      answers: 'uninstall',
      says: 'If the list was empty before, `uninstall` already ran when it became empty; if it was not, it does nothing. So no, but thank you for making me check.',
    },
    { by: 'tomas', resolves: 'uninstall' },
    {
      by: 'ann',
      thread: 'proof',
      on: { path: LAST_WORDS, line: 'refs[event].splice(index, 1)' },
      says: 'A test for this needs the collector. `gc-not-close.js` in the fixtures already runs with `--expose-gc`: two objects, drop the second, expect the first to be called.',
    },
    {
      by: 'sara',
      answers: 'proof',
      says: 'Tried it with the fixture: fails on main every time, passes here in 200 runs. I will push it upstream together with the fix.',
    },
    { by: 'ann', resolves: 'proof' },
    { by: 'ann', comments: 'Ready from my side. Who merges?' },
  ],
};

const roundDown: Story = {
  branch: 'unix-time-rounds-down',
  author: 'jun',
  title: 'Round unix time down',
  description: `\`Math.round\` puts every line of the second half of a second into the **next** second. Next to lines from other
programs the order is then wrong, and a line can be from the future.

Everybody else (\`date +%s\`, PostgreSQL, Go) cuts off.

Closes #1.`,
  labels: ['bug'],
  hasMilestone: true,
  assignees: ['jun'],
  reviewers: ['sara', 'ingrid'],
  rounds: [
    [
      {
        daysAgo: 10,
        message: 'pino: cut unix time off instead of rounding it',
        edits: [
          { path: TIME, replace: [['Math.round(Date.now() / 1000.0)', 'Math.floor(Date.now() / 1000)']] },
          {
            path: TIME_TEST,
            replace: [['assert.equal(result.time, 1531069920)', 'assert.equal(result.time, 1531069919)']],
          },
          {
            path: 'packages/pino/docs/api.md',
            replace: [
              [
                '* `pino.stdTimeFunctions.unixTime`: Seconds since Unix epoch\n',
                '* `pino.stdTimeFunctions.unixTime`: Seconds since Unix epoch, cut off (never in the future)\n',
              ],
            ],
          },
        ],
      },
    ],
  ],
  turns: [
    {
      by: 'sara',
      thread: 'before',
      on: { path: TIME_TEST, line: '1531069919)' },
      says: 'The old test had the rounding written down as if it were intended. Do we know why?',
    },
    {
      by: 'jun',
      answers: 'before',
      says: 'The line is from the very first version, with `/ 1000.0` as in C. I found no discussion about it.',
    },
    { by: 'sara', resolves: 'before' },
    {
      by: 'ingrid',
      comments:
        'Dashboards that group by second will show one step to the left from the release on. Fine, but @sara please tell the people on call.',
    },
    { by: 'sara', comments: 'Told them. :+1:' },
    { by: 'ingrid', does: 'merge' },
  ],
};

const towardsZero: Story = {
  branch: 'integers-towards-zero',
  author: 'tomas',
  title: 'Write %i like Node does, also below zero',
  description: `\`format('%i', [-1.5])\` gives \`-2\`, \`util.format\` gives \`-1\`.

While there: \`parseInt\` would also read \`'42px'\` as 42 like Node, where we write \`NaN\`.`,
  labels: ['bug', 'discussion'],
  assignees: ['tomas'],
  reviewers: ['sara'],
  rounds: [
    [
      {
        daysAgo: 2,
        message: 'quick-format-unescaped: cut %i off towards zero',
        edits: [
          {
            path: FORMAT,
            replace: [['          str += Math.floor(Number(args[a]))\n', '          str += parseInt(args[a], 10)\n']],
          },
          {
            path: FORMAT_TEST,
            replace: [
              [
                "assert.equal(format('%i', [42.99]), '42');\n",
                "assert.equal(format('%i', [42.99]), '42');\nassert.equal(format('%i', [-1.5]), '-1');\nassert.equal(format('%i', ['42px']), '42');\n",
              ],
            ],
          },
        ],
      },
    ],
  ],
  turns: [
    {
      by: 'sara',
      thread: 'exponent',
      on: { path: FORMAT, line: 'parseInt(args[a], 10)' },
      says: "`parseInt(1e21, 10)` is `1`, because it reads the *text* `'1e+21'`. For a number we log, I want the number. `Math.trunc(Number(x))` has the sign right and keeps this.",
    },
    {
      by: 'tomas',
      answers: 'exponent',
      says: "Oh. And `parseInt(0.0000005, 10)` is `5`. But then `'42px'` stays `NaN`, unlike Node…",
    },
    {
      by: 'sara',
      answers: 'exponent',
      says: 'I would rather see `NaN` in a log than a number that nobody wrote. Let us take `Math.trunc` and drop the second test.',
    },
    {
      by: 'sara',
      thread: 'bigint',
      on: { path: FORMAT_TEST, line: '[-1.5]' },
      says: 'Could you add a `BigInt` here? `Number(10n ** 20n)` loses digits either way, I would like it written down which way.',
    },
  ],
};

const waitLonger: Story = {
  branch: 'longer-fallback',
  author: 'ingrid',
  isDraft: true,
  title: 'Wake up less often while waiting for a worker',
  description: `An idle stream wakes up every ten seconds to look whether it missed something. With forty streams in one process that
is a wake-up every 250 ms, which keeps our smallest machines from sleeping.

Draft, because I do not know yet whether notifications were *ever* missed. I put a counter into staging.

Related to #2.`,
  labels: ['performance'],
  assignees: ['ingrid'],
  rounds: [
    [
      {
        daysAgo: 1,
        message: 'thread-stream: look every minute only',
        edits: [
          {
            path: WAIT,
            replace: [
              [
                '// Keep this low enough for good throughput but high enough to not busy-loop\nconst WAIT_MS = 10000\n',
                '// Only how long a stream hangs if one is: what is written is noticed at once.\nconst WAIT_MS = 60000\n',
              ],
            ],
          },
        ],
      },
    ],
  ],
  turns: [
    {
      by: 'sara',
      thread: 'counter',
      on: { path: WAIT, line: 'const WAIT_MS = 60000' },
      says: 'Before the version with `waitAsync` they *were* missed, about once a day over all machines. If your counter stays at zero for a week I am all for it.',
    },
    { by: 'ingrid', answers: 'counter', says: 'Zero after two days. I will keep you posted here.' },
  ],
};

export const loggingStories: readonly Story[] = [roundDown, forgetOne, towardsZero, waitLonger];
