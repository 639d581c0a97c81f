export const ADDED = {
  blocked: 'marked this merge request as dependent on',
  blocking: 'marked this merge request as blocking',
} as const;

export const REMOVED = {
  blocked: 'removed the dependency on',
  blocking: 'removed the blocking relation with',
} as const;
