import { loggingIssues } from '../stories/logging-issues.ts';
import { loggingStories } from '../stories/logging.ts';
import type { DemoProject } from './demo-project.ts';

const README = `# Logging

The logging libraries used by all our services. They write one line of JSON per event and never block the
service.

- \`packages/pino\`: the logger
- \`packages/sonic-boom\`: the stream it writes to
- \`packages/thread-stream\`: a stream that runs in a worker thread
- \`packages/quick-format-unescaped\`: \`%s\`-style formatting
- \`packages/on-exit-leak-free\`: exit handlers that do not leak memory

\`\`\`js
import pino from 'pino'

const log = pino({ redact: ['req.headers.authorization'] })
log.info({ orderId: 4711 }, 'order accepted')
\`\`\`

> [!IMPORTANT]
> Log what happened, not what you are about to do. A line that says "saving…" does not help the person on call.
`;

const STACK: DemoProject['stack'] = {
  upper: {
    branch: 'explain-integers',
    onTopOf: 'integers-towards-zero',
    author: 'jun',
    title: 'Explain how integers are formatted',
    description: 'Builds on the change of the formatting, so it goes into its branch until that is merged.',
    labels: ['documentation'],
    file: {
      path: 'docs/integers.md',
      content: '# Integers\n\n`%d` and `%i` drop the fraction: `-1.5` becomes `-1`.\n',
    },
  },
  waits: { branch: 'longer-fallback', forBranch: 'integers-towards-zero' },
  statusCheck: {
    name: 'Licence check',
    external_url: 'https://checks.delta.invalid/licences',
    shared_secret: 'a secret of the demo',
  },
};

export const logging: DemoProject = {
  stack: STACK,
  path: 'logging',
  name: 'Logging',
  visibility: 'public',
  description: 'Structured JSON logging for all our services.',
  topics: ['logging', 'javascript', 'observability'],
  stars: ['sara', 'ingrid', 'ann'],
  packages: [
    { name: 'pino', folder: 'packages/pino' },
    { name: 'sonic-boom', folder: 'packages/sonic-boom' },
    { name: 'thread-stream', folder: 'packages/thread-stream' },
    { name: 'quick-format-unescaped', folder: 'packages/quick-format-unescaped' },
    { name: 'on-exit-leak-free', folder: 'packages/on-exit-leak-free' },
  ],
  steps: [
    { by: 'sara', daysAgo: 143, message: 'Add README', edits: [{ path: 'README.md', create: README }] },
    {
      by: 'sara',
      daysAgo: 141,
      message: 'quick-format-unescaped: add library',
      take: ['quick-format-unescaped'],
    },
    {
      by: 'sara',
      daysAgo: 139,
      message: 'sonic-boom: add stream',
      take: ['sonic-boom', 'LICENSE', 'README', 'package', 'index', 'types'],
    },
    { by: 'sara', daysAgo: 138, message: 'sonic-boom: add tests and fixtures', take: ['sonic-boom'] },
    { by: 'tomas', daysAgo: 127, message: 'on-exit-leak-free: add library', take: ['on-exit-leak-free'] },
    {
      by: 'sara',
      daysAgo: 120,
      message: 'thread-stream: add worker thread stream',
      take: ['thread-stream', 'LICENSE', 'README', 'package', 'index', 'lib'],
    },
    {
      by: 'ingrid',
      daysAgo: 119,
      message: 'thread-stream: add tests, including paths with spaces',
      take: ['thread-stream'],
      release: { name: 'v2.0.0', message: 'Streams can run in a worker thread' },
    },
    {
      by: 'sara',
      daysAgo: 104,
      message: 'pino: add license, README and contributing guide',
      take: ['pino', 'LICENSE', 'README', 'CONTRIBUTING', 'SECURITY', 'package'],
    },
    {
      by: 'sara',
      daysAgo: 103,
      message: 'pino: add levels, time functions and redaction',
      take: ['pino', 'lib/levels', 'lib/time', 'lib/redaction', 'lib/constants', 'lib/symbols'],
    },
    { by: 'sara', daysAgo: 101, message: 'pino: add logger', take: ['pino', 'lib', 'pino.', 'file.js'] },
    { by: 'jun', daysAgo: 99, message: 'pino: add browser support', take: ['pino', 'browser.js', 'test/browser'] },
    { by: 'ann', daysAgo: 90, message: 'pino: add documentation', take: ['pino', 'docs'] },
    {
      by: 'ingrid',
      daysAgo: 83,
      message: 'pino: add transport tests',
      take: ['pino', 'test/transport', 'test/fixtures'],
    },
    { by: 'ingrid', daysAgo: 82, message: 'pino: add remaining tests', take: ['pino', 'test'] },
    { by: 'tomas', daysAgo: 61, message: 'pino: add benchmarks', take: ['pino', 'benchmarks'] },
    {
      by: 'sara',
      daysAgo: 60,
      message: 'pino: add examples, website and configuration',
      take: ['pino'],
      release: { name: 'v2.1.0', message: 'The logger and its documentation' },
    },
  ],
  stories: loggingStories,
  issues: loggingIssues,
};
