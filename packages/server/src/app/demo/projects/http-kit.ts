import { httpKitClosedStories } from '../stories/http-kit-closed.ts';
import { httpKitIssues } from '../stories/http-kit-issues.ts';
import { httpKitMergedStories } from '../stories/http-kit-merged.ts';
import { httpKitOpenStories } from '../stories/http-kit-open.ts';
import { httpKitWideStories } from '../stories/http-kit-wide.ts';
import type { DemoProject } from './demo-project.ts';

const README = `# HTTP kit

The HTTP libraries used by our services, in one place, so a fix is reviewed once and reaches everyone.

| Folder | Description |
| --- | --- |
| \`packages/find-my-way\` | matches URLs to routes |
| \`packages/avvio\` | starts plugins in order and stops them in reverse |
| \`packages/cookie\` | reads, writes and signs cookies |
| \`packages/formbody\` | reads form bodies |
| \`packages/fast-querystring\` | reads and writes query strings |
| \`packages/rfdc\` | clones objects quickly |
| \`packages/toad-cache\` | provides small LRU and FIFO caches |
| \`packages/process-warning\` | emits warnings once, with hooks for tests |

Each folder contains a package as published, with its license. We contribute our changes upstream.

## How we work

1. One change per branch.
2. Every fix includes a test that fails without it.
3. Two people review each change before it is merged, one of them from another team.
`;

export const httpKit: DemoProject = {
  path: 'http-kit',
  name: 'HTTP kit',
  visibility: 'public',
  description: 'HTTP libraries for our services: routing, startup, cookies and query strings.',
  topics: ['http', 'javascript', 'libraries'],
  stars: ['ann', 'jun', 'tomas', 'sara'],
  approvalRules: [
    { name: 'Another team', required: 1, users: ['ingrid', 'sara'] },
    { name: 'Routing', required: 1, users: ['jun', 'tomas'] },
  ],
  environments: { approver: 'ingrid', url: 'https://NAME.http-kit.example', branch: 'deploy-playground' },
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
      message: 'Add README',
      edits: [{ path: 'README.md', create: README }],
    },
    {
      by: 'jun',
      daysAgo: 169,
      message: 'find-my-way: add license and documentation',
      take: ['find-my-way', 'LICENSE', 'README', 'package'],
    },
    {
      by: 'jun',
      daysAgo: 168,
      message: 'find-my-way: add tree nodes',
      take: ['find-my-way', 'lib/node', 'lib/null', 'lib/handler'],
    },
    {
      by: 'jun',
      daysAgo: 166,
      message: 'find-my-way: add host, method and version constraints',
      take: ['find-my-way', 'lib/strategies', 'lib/constrainer'],
    },
    {
      by: 'jun',
      daysAgo: 163,
      message: 'find-my-way: add URL decoding',
      take: ['find-my-way', 'lib/url'],
    },
    { by: 'jun', daysAgo: 162, message: 'find-my-way: add router', take: ['find-my-way', 'index', 'lib/'] },
    {
      by: 'ingrid',
      daysAgo: 161,
      message: 'find-my-way: add regression tests',
      take: ['find-my-way', 'test/issue'],
    },
    {
      by: 'ingrid',
      daysAgo: 160,
      message: 'find-my-way: add tests for constraints and parameters',
      take: ['find-my-way', 'test/constraint', 'test/p', 'test/o', 'test/m'],
    },
    { by: 'ingrid', daysAgo: 158, message: 'find-my-way: add remaining tests', take: ['find-my-way', 'test'] },
    { by: 'jun', daysAgo: 157, message: 'find-my-way: add benchmarks and examples', take: ['find-my-way'] },
    {
      by: 'ann',
      daysAgo: 149,
      message: 'avvio: add plugin loader',
      take: ['avvio', 'LICENSE', 'README', 'package', 'lib', 'index'],
    },
    { by: 'ann', daysAgo: 148, message: 'avvio: add tests', take: ['avvio', 'test'] },
    { by: 'ann', daysAgo: 148, message: 'avvio: add examples and configuration', take: ['avvio'] },
    {
      by: 'sara',
      daysAgo: 131,
      message: 'process-warning: add library',
      take: ['process-warning', 'LICENSE', 'README', 'package', 'index'],
    },
    {
      by: 'sara',
      daysAgo: 131,
      message: 'process-warning: add tests, types and benchmarks',
      take: ['process-warning'],
    },
    {
      by: 'tomas',
      daysAgo: 118,
      message: 'fast-decode-uri-component: add library',
      take: ['fast-decode-uri-component'],
    },
    {
      by: 'tomas',
      daysAgo: 117,
      message: 'fast-querystring: add library',
      take: ['fast-querystring'],
    },
    {
      by: 'ingrid',
      daysAgo: 96,
      message: 'cookie: add parsing, serialization and signing',
      take: ['@fastify/cookie', 'LICENSE', 'README', 'package', 'index', 'signer'],
    },
    { by: 'ingrid', daysAgo: 95, message: 'cookie: add tests, types and benchmark', take: ['@fastify/cookie'] },
    {
      by: 'tomas',
      daysAgo: 88,
      message: 'formbody: add form body parser',
      take: ['@fastify/formbody'],
      release: { name: 'v1.3.0', message: 'Routing, startup, cookies and form bodies' },
    },
    { by: 'jun', daysAgo: 74, message: 'toad-cache: add library', take: ['toad-cache'] },
    { by: 'jun', daysAgo: 70, message: 'rfdc: add library', take: ['rfdc'] },
    { by: 'jun', daysAgo: 70, message: 'reusify: add library', take: ['reusify'] },
  ],
  stories: [...httpKitMergedStories, ...httpKitOpenStories, ...httpKitClosedStories, ...httpKitWideStories],
  issues: httpKitIssues,
};
