/** Labels of the demo group, as the REST API takes them. */
export const LABELS: readonly { name: string; color: string; description: string }[] = [
  { name: 'bug', color: '#c4314b', description: 'Does not work as documented' },
  { name: 'feature', color: '#2f6f4f', description: 'New functionality' },
  { name: 'documentation', color: '#2b6cb0', description: 'Improvements to the documentation' },
  { name: 'maintenance', color: '#6b7280', description: 'Refactoring, dependencies and tooling' },
  { name: 'security', color: '#7c2d92', description: 'Security issue, review first' },
  { name: 'performance', color: '#b45309', description: 'Speed or resource usage' },
  { name: 'testing', color: '#0f766e', description: 'Tests and test tooling' },
  { name: 'discussion', color: '#a16207', description: 'Needs a decision' },
  { name: 'routing', color: '#1d4ed8', description: 'find-my-way' },
  { name: 'cookies', color: '#9d174d', description: 'cookie' },
];

export const MILESTONE = {
  title: 'Autumn cleanup',
  description: 'Long-standing bugs. No new features until these are fixed.',
  startsDaysAgo: 24,
  dueInDays: 11,
};
