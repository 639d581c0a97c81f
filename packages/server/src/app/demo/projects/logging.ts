import { loggingIssues } from '../stories/logging-issues.ts';
import { loggingStories } from '../stories/logging.ts';
import type { DemoProject } from './demo-project.ts';

const README = `# Logging

What every service writes its log with. One line of JSON for each thing that happened, and nothing that stops the
service from answering.

- \`packages/pino\`: the logger
- \`packages/sonic-boom\`: the stream it writes to
- \`packages/thread-stream\`: the same, in another thread
- \`packages/quick-format-unescaped\`: \`%s\` and friends
- \`packages/on-exit-leak-free\`: last words that leak nothing

\`\`\`js
import pino from 'pino'

const log = pino({ redact: ['req.headers.authorization'] })
log.info({ orderId: 4711 }, 'order accepted')
\`\`\`

> [!IMPORTANT]
> Log what happened, not what you are about to do. A line that says "saving…" is of no use to the person who is woken up.
`;

export const logging: DemoProject = {
  path: 'logging',
  name: 'Logging',
  visibility: 'public',
  description: 'One line of JSON for each thing that happened. The logger of all our services, and what it stands on.',
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
    { by: 'sara', daysAgo: 143, message: 'Say how we log, and why', edits: [{ path: 'README.md', create: README }] },
    {
      by: 'sara',
      daysAgo: 141,
      message: 'quick-format-unescaped: format without escaping',
      take: ['quick-format-unescaped'],
    },
    {
      by: 'sara',
      daysAgo: 139,
      message: 'sonic-boom: a stream for log lines',
      take: ['sonic-boom', 'LICENSE', 'README', 'package', 'index', 'types'],
    },
    { by: 'sara', daysAgo: 138, message: 'sonic-boom: tests and fixtures', take: ['sonic-boom'] },
    { by: 'tomas', daysAgo: 127, message: 'on-exit-leak-free: last words', take: ['on-exit-leak-free'] },
    {
      by: 'sara',
      daysAgo: 120,
      message: 'thread-stream: write from another thread',
      take: ['thread-stream', 'LICENSE', 'README', 'package', 'index', 'lib'],
    },
    {
      by: 'ingrid',
      daysAgo: 119,
      message: 'thread-stream: tests, also from folders with spaces',
      take: ['thread-stream'],
      release: { name: 'v2.0.0', message: 'Streams can run in a thread of their own' },
    },
    {
      by: 'sara',
      daysAgo: 104,
      message: 'pino: licence, manual and how to contribute',
      take: ['pino', 'LICENSE', 'README', 'CONTRIBUTING', 'SECURITY', 'package'],
    },
    {
      by: 'sara',
      daysAgo: 103,
      message: 'pino: levels, time and redaction',
      take: ['pino', 'lib/levels', 'lib/time', 'lib/redaction', 'lib/constants', 'lib/symbols'],
    },
    { by: 'sara', daysAgo: 101, message: 'pino: the logger', take: ['pino', 'lib', 'pino.', 'file.js'] },
    { by: 'jun', daysAgo: 99, message: 'pino: the same in a browser', take: ['pino', 'browser.js', 'test/browser'] },
    { by: 'ann', daysAgo: 90, message: 'pino: the manual', take: ['pino', 'docs'] },
    {
      by: 'ingrid',
      daysAgo: 83,
      message: 'pino: tests of transports',
      take: ['pino', 'test/transport', 'test/fixtures'],
    },
    { by: 'ingrid', daysAgo: 82, message: 'pino: all other tests', take: ['pino', 'test'] },
    { by: 'tomas', daysAgo: 61, message: 'pino: benchmarks', take: ['pino', 'benchmarks'] },
    {
      by: 'sara',
      daysAgo: 60,
      message: 'pino: examples, site and settings',
      take: ['pino'],
      release: { name: 'v2.1.0', message: 'The logger, with its whole manual' },
    },
  ],
  stories: loggingStories,
  issues: loggingIssues,
};
