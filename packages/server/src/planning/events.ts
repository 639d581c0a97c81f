declare module '../platform/events.ts' {
  interface EventMap {
    'label.created': { labelId: number };
    'label.updated': { labelId: number };
    'label.deleted': { labelId: number };
    'milestone.created': { milestoneId: number };
    'milestone.updated': { milestoneId: number };
    'milestone.deleted': { milestoneId: number };
  }
}

export {};
