import type { Story } from '../story.ts';

const SIGNER = 'packages/cookie/signer.js';
const CLONE = 'packages/rfdc/index.js';

/** Changes the same lines as one that is merged: it cannot be merged as it is. */
const tellReasons: Story = {
  branch: 'tell-why-a-signature-fails',
  author: 'sara',
  title: 'Distinguish unsigned cookies from forged ones',
  description: `Both return \`{ valid: false }\`, so our logs cannot tell an old cookie from an attempted forgery.

Adds \`reason: 'unsigned' | 'forged'\` to the result of \`unsign\`.

Closes #3.`,
  labels: ['feature', 'cookies'],
  assignees: ['sara'],
  reviewers: ['ingrid'],
  rounds: [
    [
      {
        daysAgo: 7,
        message: 'cookie: return the reason for rejected signatures',
        edits: [
          {
            path: SIGNER,
            replace: [
              [
                '    return {\n      valid: false,\n      renew: false,\n      value: null\n    }\n  }\n  const value',
                "    return {\n      valid: false,\n      renew: false,\n      value: null,\n      reason: 'unsigned'\n    }\n  }\n  const value",
              ],
              [
                '      return {\n        valid: true,\n        renew: secret !== secrets[0],\n        value\n      }\n    }\n  }\n\n  return {\n    valid: false,\n    renew: false,\n    value: null\n  }\n',
                "      return {\n        valid: true,\n        renew: secret !== secrets[0],\n        value,\n        reason: null\n      }\n    }\n  }\n\n  return {\n    valid: false,\n    renew: false,\n    value: null,\n    reason: 'forged'\n  }\n",
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
      thread: 'word',
      on: { path: SIGNER, line: "reason: 'forged'" },
      says: '"forged" is misleading. A cookie signed with a secret we removed last week gets the same result. How about `unknown_signature`?',
    },
    {
      by: 'sara',
      answers: 'word',
      says: 'Good point, our own key rotation would be the most frequent "forger". I\'ll rename it when I resolve the conflict with !2.',
    },
    {
      by: 'ingrid',
      comments:
        'Sorry about the conflict, !2 rewrote the loop. The idea still works: `found === -1` is your second case.',
    },
  ],
};

const nativeClone: Story = {
  branch: 'native-clone',
  author: 'tomas',
  title: 'Use structuredClone instead of rfdc',
  description: 'Node has a built-in way to clone objects now. Can we drop this dependency?',
  labels: ['discussion'],
  assignees: ['tomas'],
  reviewers: ['jun'],
  rounds: [
    [
      {
        daysAgo: 11,
        message: 'rfdc: use structuredClone when no options are set',
        edits: [
          {
            path: CLONE,
            replace: [
              [
                'function rfdc (opts) {\n  opts = opts || {}\n',
                'function rfdc (opts) {\n  if (opts === undefined) return structuredClone\n  opts = opts || {}\n',
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
      thread: 'functions',
      on: { path: CLONE, line: 'return structuredClone' },
      says: `It throws on functions, and it is slow for small objects, which are most of what we clone:

| | ops/s |
| --- | ---: |
| rfdc | 2,410,000 |
| structuredClone | 310,000 |

(Node 24, object with 12 keys and one array)`,
    },
    {
      by: 'tomas',
      answers: 'functions',
      says: 'Eight times slower. I did not expect that. And the plugin options do contain functions.',
    },
    {
      by: 'jun',
      answers: 'functions',
      says: "It's the right tool for nested maps and circular references. Just not here.",
    },
    { by: 'tomas', resolves: 'functions' },
    {
      by: 'tomas',
      comments: 'Learned something new, thanks. Closing. We could add the table to the rfdc README instead.',
    },
    { by: 'tomas', does: 'close' },
  ],
};

export const httpKitClosedStories: readonly Story[] = [tellReasons, nativeClone];
