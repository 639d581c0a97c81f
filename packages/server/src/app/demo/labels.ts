/** Labels of the demo group, as the REST API takes them. */
export const LABELS: readonly { name: string; color: string; description: string }[] = [
  { name: 'bug', color: '#c4314b', description: 'Does not do what the manual says' },
  { name: 'feature', color: '#2f6f4f', description: 'Does something new' },
  { name: 'documentation', color: '#2b6cb0', description: 'Only words' },
  { name: 'maintenance', color: '#6b7280', description: 'Keeps the house in order' },
  { name: 'security', color: '#7c2d92', description: 'Read this one first' },
  { name: 'performance', color: '#b45309', description: 'Faster, or with less' },
  { name: 'testing', color: '#0f766e', description: 'About the tests themselves' },
  { name: 'discussion', color: '#a16207', description: 'Nothing is decided yet' },
  { name: 'routing', color: '#1d4ed8', description: 'find-my-way' },
  { name: 'cookies', color: '#9d174d', description: 'cookie' },
];

export const MILESTONE = {
  title: 'Autumn clean-up',
  description: 'Bugs that we have known for too long. Nothing new until these are gone.',
  startsDaysAgo: 24,
  dueInDays: 11,
};
