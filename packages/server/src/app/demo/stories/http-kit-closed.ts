import type { Story } from '../story.ts';

const SIGNER = 'packages/cookie/signer.js';
const CLONE = 'packages/rfdc/index.js';

/** Changes the same lines as one that is merged: it cannot be merged as it is. */
const tellReasons: Story = {
  branch: 'tell-why-a-signature-fails',
  author: 'sara',
  title: 'Tell apart cookies that are unsigned and cookies that are forged',
  description: `Both come back as \`{ valid: false }\`. Our log cannot tell a browser with an old cookie from somebody who tries.

Adds \`reason: 'unsigned' | 'forged'\` to what \`unsign\` returns.

Closes #3.`,
  labels: ['feature', 'cookies'],
  assignees: ['sara'],
  reviewers: ['ingrid'],
  rounds: [
    [
      {
        daysAgo: 7,
        message: 'cookie: say why a signature is not accepted',
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
      says: '"forged" accuses. A secret that we removed last week gives the same result. `unknown_signature`?',
    },
    {
      by: 'sara',
      answers: 'word',
      says: 'True, and our own rotation would be the most frequent "forger". I will rename it when I resolve the conflict with !2.',
    },
    {
      by: 'ingrid',
      comments:
        'Sorry for that conflict: !2 rewrote the loop. The idea still fits, `found === -1` is your second case.',
    },
  ],
};

const nativeClone: Story = {
  branch: 'native-clone',
  author: 'tomas',
  title: 'Copy with structuredClone',
  description: 'Node can copy objects by itself now. One package less to keep?',
  labels: ['discussion'],
  assignees: ['tomas'],
  reviewers: ['jun'],
  rounds: [
    [
      {
        daysAgo: 11,
        message: 'rfdc: use structuredClone where there are no options',
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
      says: `It throws on functions, and it is slow for small objects, which is nearly all we copy:

| | ops/s |
| --- | ---: |
| rfdc | 2,410,000 |
| structuredClone | 310,000 |

(Node 24, an object with 12 keys and one array.)`,
    },
    {
      by: 'tomas',
      answers: 'functions',
      says: 'Eight times. I did not expect that. And the plugin options do have functions in them.',
    },
    {
      by: 'jun',
      answers: 'functions',
      says: 'It is the right tool for class instances, maps in maps, and cycles. Just not here.',
    },
    { by: 'tomas', resolves: 'functions' },
    { by: 'tomas', comments: 'Learned something. Closing; the table could go into the manual of rfdc instead.' },
    { by: 'tomas', does: 'close' },
  ],
};

export const httpKitClosedStories: readonly Story[] = [tellReasons, nativeClone];
