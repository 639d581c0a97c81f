import { tributaryStories } from '../stories/tributary.ts';
import type { DemoProject } from './demo-project.ts';

/** This product's own history, where the demo runs from a clone; its commits are those of the checkout. */
export const tributary: DemoProject = {
  path: 'tributary',
  name: 'Tributary',
  visibility: 'internal',
  description: 'The source code of this application, with its history.',
  topics: ['code-review', 'git', 'typescript'],
  stars: ['ann', 'ingrid', 'jun', 'sara', 'tomas'],
  packages: [],
  steps: [],
  stories: tributaryStories,
  issues: [],
};
