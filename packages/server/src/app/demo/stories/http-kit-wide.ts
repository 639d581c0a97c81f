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
  title: 'Say the licence in every source file',
  description: `Legal asked for it: a scanner reads single files, and ours have no licence when they are taken out of their folder.

Made by a script, nothing else is touched. All packages here are MIT, I checked each \`LICENSE\`.

**How to read it:** look at two or three files, then at the numbers: one added line per file, nothing removed.`,
  labels: ['maintenance'],
  hasMilestone: true,
  assignees: ['ingrid'],
  reviewers: ['ann', 'jun'],
  rounds: [
    [
      {
        daysAgo: 5,
        message: 'Say the licence in every source file\n\nOne line each, made by a script.',
        edits: addLicences,
      },
    ],
  ],
  turns: [
    {
      by: 'jun',
      thread: 'strict',
      on: { path: ROUTER, line: 'SPDX-License-Identifier' },
      says: "A comment above `'use strict'` is fine for the directive, it only has to be the first *statement*. Writing it down because I looked it up.",
    },
    { by: 'ingrid', answers: 'strict', says: 'I ran all tests of all packages afterwards, for the same fear.' },
    { by: 'jun', resolves: 'strict' },
    {
      by: 'ann',
      thread: 'tests',
      on: { path: 'packages/find-my-way/test/issue-104.test.js', line: 'SPDX-License-Identifier' },
      says: 'Do the tests need it? They are not published with our images, and it is two thirds of the files.',
    },
    {
      by: 'ingrid',
      answers: 'tests',
      says: 'The scanner reads the repository, not the image. I would rather have one rule than a list of exceptions.',
    },
    { by: 'jun', comments: 'Every open branch gets a conflict from this at line 1. Can it wait until !4 is in?' },
    {
      by: 'ingrid',
      comments: 'git handles it as long as nobody touches the first line. But yes, I can wait until Thursday.',
    },
  ],
};

function engineOf(folder: string): Change {
  const path = `packages/${folder}/package.json`;
  return {
    daysAgo: 8,
    message: `${folder}: name the Node versions it is tested with`,
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
  title: 'Name the Node versions that we support',
  description: `\`find-my-way\` and \`toad-cache\` say which Node they need, the others say nothing (or, in one case, \`iojs\`).

One commit for each package, so that they can be sent upstream one by one.

Follows from #4.`,
  labels: ['maintenance', 'documentation'],
  assignees: ['ann'],
  reviewers: ['tomas', 'sara'],
  rounds: [
    [
      ...FOLDERS.map(engineOf),
      {
        daysAgo: 8,
        message: 'Say how long we support a Node version',
        edits: [
          {
            path: 'README.md',
            append: `
## Node versions

Everything here runs on the two newest even-numbered versions of Node. A version is dropped three months after Node
itself stops to look after it, and never in a patch release.
`,
          },
        ],
      },
      {
        daysAgo: 7,
        message: 'Show how to run the tests with another Node',
        edits: [
          {
            path: 'README.md',
            append: `
To try another version: \`npx -p node@22 node --test packages/find-my-way/test\`.
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
      on: { path: 'README.md', line: 'itself stops to look after it' },
      says: 'Three months after the end of maintenance means we run versions without security fixes for a quarter. Intended?',
    },
    {
      by: 'ann',
      answers: 'months',
      says: 'Intended as the time to *move*, but it reads like a promise. I will turn it around: we drop it **when** Node does, and announce it three months before.',
    },
    {
      by: 'sara',
      thread: 'order',
      on: { path: 'packages/rfdc/package.json', line: '"node": ">=20"' },
      says: 'The script moved `version` and `engines` to the top and re-indented a few lists. Harmless, but upstream will ask why 40 lines change for one field.',
    },
    { by: 'ann', answers: 'order', says: 'Fair. I will do it by hand for the ones we send upstream.' },
  ],
};

export const httpKitWideStories: readonly Story[] = [licences, engines];
