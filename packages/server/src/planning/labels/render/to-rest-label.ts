import type { LabelRef } from '@tributary/contract/planning/page.ts';
import type { RestLabel } from '@tributary/contract/planning/rest.ts';
import type { LabelView } from '../reads/label-views.ts';

export type LabelExtras = {
  descriptionHtml: string;
  /** The one who asks hears of it here. */
  isSubscribed: boolean;
  /** Left out unless it was asked for. */
  openMergeRequestsCount?: number | undefined;
  issueCounts?: { opened: number; closed: number } | undefined;
  /** Asked for in a project, which has priorities. */
  inProject: boolean;
};

export function toRestLabel(label: LabelView, extras: LabelExtras): RestLabel {
  const { openMergeRequestsCount, inProject } = extras;
  return {
    id: label.id,
    name: label.name,
    description: label.description === '' ? null : label.description,
    description_html: extras.descriptionHtml,
    text_color: label.textColor,
    color: label.color,
    archived: label.archived,
    ...(openMergeRequestsCount !== undefined && {
      open_issues_count: extras.issueCounts?.opened ?? 0,
      closed_issues_count: extras.issueCounts?.closed ?? 0,
      open_merge_requests_count: openMergeRequestsCount,
    }),
    subscribed: extras.isSubscribed,
    ...(inProject && { priority: label.priority, is_project_label: label.owner.kind === 'project' }),
  };
}

export function toLabelRef(label: LabelView): LabelRef {
  return {
    id: label.id,
    name: label.name,
    color: label.color,
    textColor: label.textColor,
    description: label.description,
  };
}

/** As it stands on an issue or a merge request when details are asked for. */
export function toRestLabelDetail(label: LabelView) {
  return {
    id: label.id,
    name: label.name,
    description: label.description === '' ? null : label.description,
    description_html: label.description.replaceAll(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`),
    text_color: label.textColor,
    color: label.color,
    archived: label.archived,
  };
}
