import type { Files } from '../history/files.ts';
import { textOf } from '../history/files.ts';
import type { Change, Edit, Story } from '../story.ts';

const LICENCE_LINE = '// SPDX-License-Identifier: MIT\n';
const ROUTER = 'packages/find-my-way/index.js';

function isSource(path: string): boolean {
  return /^packages\/[^/]+\/.*\.(js|ts)$/.test(path) && !path.includes('/fixtures/');
}

/** The licence on top of every source, below the line that says how to run it. */
function addLicences(files: Files): Edit[] {
  return [...files.keys()].filter(isSource).map((path) => {
    const text = textOf(files, path);
    const start = text.startsWith('#!') ? text.indexOf('\n') + 1 : 0;
    return { path, create: text.slice(0, start) + LICENCE_LINE + text.slice(start) };
  });
}

const licences: Story = {
  branch: 'licence-in-every-file',
  author: 'ingrid',
  title: 'Add license headers to all source files',
  description: `Requested by legal: their scanner checks individual files, and ours have no license header.

Generated with a script, no other changes. All packages here use the MIT license, I checked each \`LICENSE\` file.

**How to review:** check two or three files, then the stats: one added line per file, no deletions.`,
  labels: ['maintenance'],
  hasMilestone: true,
  assignees: ['ingrid'],
  reviewers: ['ann', 'jun'],
  rounds: [
    [
      {
        daysAgo: 5,
        message: 'Add license headers to all source files\n\nOne line per file, generated with a script.',
        edits: addLicences,
      },
    ],
  ],
  turns: [
    {
      by: 'jun',
      thread: 'strict',
      on: { path: ROUTER, line: 'SPDX-License-Identifier' },
      says: "A comment above `'use strict'` is fine, the directive only has to be the first *statement*. Noting it here because I had to look it up.",
    },
    { by: 'ingrid', answers: 'strict', says: 'I had the same concern, so I ran the tests of all packages afterwards.' },
    { by: 'jun', resolves: 'strict' },
    {
      by: 'ann',
      thread: 'tests',
      on: { path: 'packages/find-my-way/test/issue-104.test.js', line: 'SPDX-License-Identifier' },
      says: 'Do the tests need it? They are not part of our images, and they are two thirds of the files.',
    },
    {
      by: 'ingrid',
      answers: 'tests',
      says: "The scanner checks the repository, not the images. I'd rather have one rule than a list of exceptions.",
    },
    {
      by: 'jun',
      comments: 'This could cause conflicts on line 1 in every open branch. Can it wait until !4 is merged?',
    },
    {
      by: 'ingrid',
      comments: 'Git can handle it unless someone else changes the first line. But sure, I can wait until Thursday.',
    },
  ],
};

function engineOf(folder: string): Change {
  const path = `packages/${folder}/package.json`;
  return {
    daysAgo: 8,
    message: `${folder}: declare supported Node versions`,
    edits: (files) => {
      const description = JSON.parse(textOf(files, path)) as Record<string, unknown>;
      const { version, ...rest } = description;
      const head = { name: rest['name'], version, engines: { node: '>=20' } };
      return [{ path, create: `${JSON.stringify({ ...head, ...rest }, null, 2)}\n` }];
    },
  };
}

const FOLDERS = [
  'avvio',
  'cookie',
  'formbody',
  'fast-querystring',
  'fast-decode-uri-component',
  'rfdc',
  'reusify',
  'process-warning',
];

const engines: Story = {
  branch: 'supported-node-versions',
  author: 'ann',
  title: 'Declare supported Node versions',
  description: `\`find-my-way\` and \`toad-cache\` declare which Node versions they support. The others don't (one still lists \`iojs\`).

One commit per package, so that each can be submitted upstream separately.

Related to #4.`,
  labels: ['maintenance', 'documentation'],
  assignees: ['ann'],
  reviewers: ['tomas', 'sara'],
  rounds: [
    [
      ...FOLDERS.map(engineOf),
      {
        daysAgo: 8,
        message: 'Document the Node version policy',
        edits: [
          {
            path: 'README.md',
            append: `
## Node versions

All packages support the two latest even-numbered versions of Node. Support for a version ends three months after it
reaches end of life, and never in a patch release.
`,
          },
        ],
      },
      {
        daysAgo: 7,
        message: 'Document how to run the tests with another Node version',
        edits: [
          {
            path: 'README.md',
            append: `
To use another version: \`npx -p node@22 node --test packages/find-my-way/test\`.
`,
          },
        ],
      },
    ],
  ],
  turns: [
    {
      by: 'tomas',
      thread: 'months',
      on: { path: 'README.md', line: 'reaches end of life' },
      says: 'Three months after end of life means we support versions without security fixes for a quarter. Is that intended?',
    },
    {
      by: 'ann',
      answers: 'months',
      says: "It was meant as time to *upgrade*, but it reads like a promise. I'll change it: we drop a version **when** Node does, and announce it three months before.",
    },
    {
      by: 'sara',
      thread: 'order',
      on: { path: 'packages/rfdc/package.json', line: '"node": ">=20"' },
      says: 'The script moved `version` and `engines` to the top and re-indented a few lists. Harmless, but upstream will ask why 40 lines changed for one field.',
    },
    { by: 'ann', answers: 'order', says: "Fair point. I'll edit the ones we send upstream manually." },
  ],
};

export const httpKitWideStories: readonly Story[] = [licences, engines];
