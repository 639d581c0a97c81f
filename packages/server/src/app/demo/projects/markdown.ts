import type { DemoProject } from './demo-project.ts';

const README = `# Markdown

The libraries that render our Markdown: \`markdown-it\` and its footnote plugin, as published, with their licenses.
`;

/** Stands in for this product's own history where there is none, as in a downloaded archive. */
export const markdown: DemoProject = {
  path: 'markdown',
  name: 'Markdown',
  visibility: 'public',
  description: 'Markdown rendering libraries.',
  topics: ['markdown', 'javascript'],
  stars: ['ingrid', 'tomas'],
  packages: [
    { name: 'markdown-it', folder: 'packages/markdown-it' },
    { name: 'markdown-it-footnote', folder: 'packages/markdown-it-footnote' },
  ],
  steps: [
    { by: 'ingrid', daysAgo: 58, message: 'Add README', edits: [{ path: 'README.md', create: README }] },
    {
      by: 'ingrid',
      daysAgo: 57,
      message: 'markdown-it: add license and documentation',
      take: ['markdown-it', 'LICENSE', 'README', 'package'],
    },
    { by: 'ingrid', daysAgo: 55, message: 'markdown-it: add parser', take: ['markdown-it'] },
    { by: 'tomas', daysAgo: 41, message: 'markdown-it-footnote: add plugin', take: ['markdown-it-footnote'] },
  ],
  stories: [],
  issues: [],
};
