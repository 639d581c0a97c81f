import { httpKitClosedStories } from '../stories/http-kit-closed.ts';
import { httpKitIssues } from '../stories/http-kit-issues.ts';
import { httpKitMergedStories } from '../stories/http-kit-merged.ts';
import { httpKitOpenStories } from '../stories/http-kit-open.ts';
import { httpKitWideStories } from '../stories/http-kit-wide.ts';
import type { DemoProject } from './demo-project.ts';

const README = `# HTTP kit

The pieces our services answer requests with, in one place: so that a fix is reviewed once and reaches everybody.

| Folder | What it does |
| --- | --- |
| \`packages/find-my-way\` | finds the route of an address |
| \`packages/avvio\` | starts plugins in order, and stops them in reverse |
| \`packages/cookie\` | reads, writes and signs cookies |
| \`packages/formbody\` | reads form bodies |
| \`packages/fast-querystring\` | reads and writes query strings |
| \`packages/rfdc\` | copies objects, fast |
| \`packages/toad-cache\` | small caches with a limit |
| \`packages/process-warning\` | warns once, and lets tests listen |

Each folder is a package as it was published, with its licence. What we change, we send back upstream as well.

## How we work

1. One branch, one thought.
2. The test comes with the fix. It must fail without it.
3. Two people have read it before it is merged, one of them from another team.
`;

export const httpKit: DemoProject = {
  path: 'http-kit',
  name: 'HTTP kit',
  visibility: 'public',
  description: 'The pieces our services answer requests with: routing, start-up, cookies, query strings.',
  topics: ['http', 'javascript', 'libraries'],
  stars: ['ann', 'jun', 'tomas', 'sara'],
  packages: [
    { name: 'find-my-way', folder: 'packages/find-my-way' },
    { name: 'avvio', folder: 'packages/avvio' },
    { name: '@fastify/cookie', folder: 'packages/cookie' },
    { name: '@fastify/formbody', folder: 'packages/formbody' },
    { name: 'fast-querystring', folder: 'packages/fast-querystring' },
    { name: 'fast-decode-uri-component', folder: 'packages/fast-decode-uri-component' },
    { name: 'rfdc', folder: 'packages/rfdc' },
    { name: 'reusify', folder: 'packages/reusify' },
    { name: 'toad-cache', folder: 'packages/toad-cache' },
    { name: 'process-warning', folder: 'packages/process-warning' },
  ],
  steps: [
    {
      by: 'ann',
      daysAgo: 171,
      message: 'Say what this repository is for',
      edits: [{ path: 'README.md', create: README }],
    },
    {
      by: 'jun',
      daysAgo: 169,
      message: 'find-my-way: licence and manual',
      take: ['find-my-way', 'LICENSE', 'README', 'package'],
    },
    {
      by: 'jun',
      daysAgo: 168,
      message: 'find-my-way: nodes of the tree',
      take: ['find-my-way', 'lib/node', 'lib/null', 'lib/handler'],
    },
    {
      by: 'jun',
      daysAgo: 166,
      message: 'find-my-way: constraints by host, method and version',
      take: ['find-my-way', 'lib/strategies', 'lib/constrainer'],
    },
    {
      by: 'jun',
      daysAgo: 163,
      message: 'find-my-way: decode addresses without surprises',
      take: ['find-my-way', 'lib/url'],
    },
    { by: 'jun', daysAgo: 162, message: 'find-my-way: the router itself', take: ['find-my-way', 'index', 'lib/'] },
    {
      by: 'ingrid',
      daysAgo: 161,
      message: 'find-my-way: tests for every issue that was ever reported',
      take: ['find-my-way', 'test/issue'],
    },
    {
      by: 'ingrid',
      daysAgo: 160,
      message: 'find-my-way: tests of constraints and parameters',
      take: ['find-my-way', 'test/constraint', 'test/p', 'test/o', 'test/m'],
    },
    { by: 'ingrid', daysAgo: 158, message: 'find-my-way: the rest of the tests', take: ['find-my-way', 'test'] },
    { by: 'jun', daysAgo: 157, message: 'find-my-way: benchmarks and examples', take: ['find-my-way'] },
    {
      by: 'ann',
      daysAgo: 149,
      message: 'avvio: start plugins in order',
      take: ['avvio', 'LICENSE', 'README', 'package', 'lib', 'index'],
    },
    { by: 'ann', daysAgo: 148, message: 'avvio: tests', take: ['avvio', 'test'] },
    { by: 'ann', daysAgo: 148, message: 'avvio: examples and settings', take: ['avvio'] },
    {
      by: 'sara',
      daysAgo: 131,
      message: 'process-warning: warn once',
      take: ['process-warning', 'LICENSE', 'README', 'package', 'index'],
    },
    { by: 'sara', daysAgo: 131, message: 'process-warning: tests, types and benchmarks', take: ['process-warning'] },
    {
      by: 'tomas',
      daysAgo: 118,
      message: 'fast-decode-uri-component: decode without throwing',
      take: ['fast-decode-uri-component'],
    },
    {
      by: 'tomas',
      daysAgo: 117,
      message: 'fast-querystring: read and write query strings',
      take: ['fast-querystring'],
    },
    {
      by: 'ingrid',
      daysAgo: 96,
      message: 'cookie: read, write and sign',
      take: ['@fastify/cookie', 'LICENSE', 'README', 'package', 'index', 'signer'],
    },
    { by: 'ingrid', daysAgo: 95, message: 'cookie: tests, types and a benchmark', take: ['@fastify/cookie'] },
    {
      by: 'tomas',
      daysAgo: 88,
      message: 'formbody: read form bodies',
      take: ['@fastify/formbody'],
      release: { name: 'v1.3.0', message: 'Routing, start-up, cookies and forms' },
    },
    { by: 'jun', daysAgo: 74, message: 'toad-cache: caches with a limit', take: ['toad-cache'] },
    { by: 'jun', daysAgo: 70, message: 'rfdc: copy objects', take: ['rfdc'] },
    { by: 'jun', daysAgo: 70, message: 'reusify: keep objects for the next time', take: ['reusify'] },
  ],
  stories: [...httpKitMergedStories, ...httpKitOpenStories, ...httpKitClosedStories, ...httpKitWideStories],
  issues: httpKitIssues,
};
