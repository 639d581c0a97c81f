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
  title: 'Remove only the collected reference on exit',
  description: `\`clear\` should remove one reference from the list, but it removes \`index + 1\` of them:

\`\`\`js
refs[event].splice(index, index + 1)
\`\`\`

With \`index\` 3, four callbacks are lost. With \`-1\` (it always checks both lists) it removes nothing,
which is why no one noticed. We lost the last log lines of a worker because of this.`,
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
                '    const index = refs[event].indexOf(ref)\n    // Only registered for the other event.\n    if (index === -1) continue\n    refs[event].splice(index, 1)\n',
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
      says: '`continue` also skips `uninstall(event)` below. Previously, it ran for both events every time. Does anything depend on that?',
    },
    {
      by: 'sara',
      answers: 'uninstall',
      says: 'If the list was already empty, `uninstall` ran when it became empty. If not, it does nothing. So no, but thanks for making me check.',
    },
    { by: 'tomas', resolves: 'uninstall' },
    {
      by: 'ann',
      thread: 'proof',
      on: { path: LAST_WORDS, line: 'refs[event].splice(index, 1)' },
      says: 'A test for this needs the garbage collector. `gc-not-close.js` in the fixtures already runs with `--expose-gc`. Create two objects, drop the second, and expect the callback of the first to be called.',
    },
    {
      by: 'sara',
      answers: 'proof',
      says: "I tried that with the fixture. It fails on main every time and passes here in 200 runs. I'll submit it upstream with the fix.",
    },
    { by: 'ann', resolves: 'proof' },
    { by: 'ann', comments: 'Looks good to me. Who can merge this?' },
  ],
};

const roundDown: Story = {
  branch: 'unix-time-rounds-down',
  author: 'jun',
  title: 'Round Unix time down',
  description: `\`Math.round\` moves every line from the second half of a second into the **next** second. The order is then wrong
compared to logs from other programs, and timestamps can be in the future.

Everyone else (\`date +%s\`, PostgreSQL, Go) rounds down.

Closes #1.`,
  labels: ['bug'],
  hasMilestone: true,
  assignees: ['jun'],
  reviewers: ['sara', 'ingrid'],
  rounds: [
    [
      {
        daysAgo: 10,
        message: 'pino: round Unix time down',
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
                '* `pino.stdTimeFunctions.unixTime`: Seconds since Unix epoch, rounded down\n',
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
      says: 'The old test expected the rounding, as if it were intended. Do we know why?',
    },
    {
      by: 'jun',
      answers: 'before',
      says: "It's been there since the first version, with `/ 1000.0` like in C. I couldn't find any discussion about it.",
    },
    { by: 'sara', resolves: 'before' },
    {
      by: 'ingrid',
      comments:
        "Dashboards that group by second will shift left by one step after the release. That's fine, but @sara, please let the on-call team know.",
    },
    { by: 'sara', comments: 'Done. :+1:' },
    { by: 'ingrid', does: 'merge' },
  ],
};

const towardsZero: Story = {
  branch: 'integers-towards-zero',
  author: 'tomas',
  title: 'Format negative %i values like Node',
  description: `\`format('%i', [-1.5])\` returns \`-2\`, but \`util.format\` returns \`-1\`.

\`parseInt\` would also parse \`'42px'\` as 42 like Node does. We return \`NaN\`.`,
  labels: ['bug', 'discussion'],
  assignees: ['tomas'],
  reviewers: ['sara'],
  rounds: [
    [
      {
        daysAgo: 2,
        message: 'quick-format-unescaped: truncate %i toward zero',
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
      says: "`parseInt(1e21, 10)` is `1`, because it parses the *string* `'1e+21'`. If we log a number, I want that number. `Math.trunc(Number(x))` gets the sign right and avoids this.",
    },
    {
      by: 'tomas',
      answers: 'exponent',
      says: "Oh. And `parseInt(0.0000005, 10)` is `5`. But then `'42px'` stays `NaN`, unlike Node…",
    },
    {
      by: 'sara',
      answers: 'exponent',
      says: "I'd rather see `NaN` in a log than a wrong number. Let's use `Math.trunc` and drop the second test.",
    },
    {
      by: 'sara',
      thread: 'bigint',
      on: { path: FORMAT_TEST, line: '[-1.5]' },
      says: "Could you add a `BigInt` test here? `Number(10n ** 20n)` loses precision either way, and I'd like the behavior to be documented.",
    },
  ],
};

const waitLonger: Story = {
  branch: 'longer-fallback',
  author: 'ingrid',
  isDraft: true,
  title: 'Reduce wake-ups while waiting for a worker',
  description: `An idle stream wakes up every ten seconds to check whether it missed something. With forty streams in one process,
that is a wake-up every 250 ms, which keeps our smallest machines from sleeping.

This is a draft because I don't know yet whether notifications were *ever* missed. I added a counter in staging.

Related to #2.`,
  labels: ['performance'],
  assignees: ['ingrid'],
  rounds: [
    [
      {
        daysAgo: 1,
        message: 'thread-stream: wait up to one minute',
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
      says: "Before we used `waitAsync`, they *were* missed, about once a day across all machines. If your counter stays at zero for a week, I'm all for it.",
    },
    { by: 'ingrid', answers: 'counter', says: "Still zero after two days. I'll keep you posted." },
  ],
};

export const loggingStories: readonly Story[] = [roundDown, forgetOne, towardsZero, waitLonger];
