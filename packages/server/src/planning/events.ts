type IssueEvent = { issueId: number; projectId: number };

declare module '../platform/events.ts' {
  interface EventMap {
    'label.created': { labelId: number };
    'label.updated': { labelId: number };
    'label.deleted': { labelId: number };
    'milestone.created': { milestoneId: number };
    'milestone.updated': { milestoneId: number };
    'milestone.deleted': { milestoneId: number };
    /** What webhooks are told, as it was then. */
    'milestone.announced': {
      projectId: number;
      action: 'create' | 'close' | 'reopen' | 'delete';
      attributes: Record<string, unknown>;
    };
    'issue.created': IssueEvent;
    /** `changed` names fields: title, description, assignees, labels, milestone, confidential, due_date, weight, … */
    'issue.updated': IssueEvent & { changed: string[] };
    'issue.labels_added': IssueEvent & { labelIds: number[] };
    /** `mergeRequestId` of the request whose merge closed it. */
    'issue.state_changed': IssueEvent & { to: 'opened' | 'closed'; mergeRequestId?: number };
    'issue.deleted': IssueEvent & { iid: number };
  }
}

export {};
