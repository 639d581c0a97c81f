import type { DemoProject } from './demo-project.ts';

const README = `# Markdown

What turns our notes into pages: \`markdown-it\` and its footnotes, as published, with their licences.
`;

/** Stands in for this product's own history where there is none, as in a downloaded archive. */
export const markdown: DemoProject = {
  path: 'markdown',
  name: 'Markdown',
  visibility: 'public',
  description: 'What turns notes into pages.',
  topics: ['markdown', 'javascript'],
  stars: ['ingrid', 'tomas'],
  packages: [
    { name: 'markdown-it', folder: 'packages/markdown-it' },
    { name: 'markdown-it-footnote', folder: 'packages/markdown-it-footnote' },
  ],
  steps: [
    { by: 'ingrid', daysAgo: 58, message: 'Say what this is', edits: [{ path: 'README.md', create: README }] },
    {
      by: 'ingrid',
      daysAgo: 57,
      message: 'markdown-it: licence and manual',
      take: ['markdown-it', 'LICENSE', 'README', 'package'],
    },
    { by: 'ingrid', daysAgo: 55, message: 'markdown-it: the parser', take: ['markdown-it'] },
    { by: 'tomas', daysAgo: 41, message: 'markdown-it-footnote: footnotes', take: ['markdown-it-footnote'] },
  ],
  stories: [],
  issues: [],
};
