import type { WidgetData } from '@tributary/contract/merge-requests/widget.ts';
import type { WidgetState } from '@tributary/contract/merge-requests/widget-state.ts';
import type { ReactNode } from 'react';
import { api } from '../../lib/http.ts';
import { Button } from '../../ui/button.tsx';
import { ActionButton } from './action-button.tsx';
import { MERGE_DISABLED, mergeDisabledText } from './disabled-text.ts';
import type { Widget } from './use-widget.ts';
import { WidgetRow } from './widget-row.tsx';

export type BlockedActions = {
  changesPath: string;
  /** Where the title is edited; null for those who may not. */
  editPath: string | null;
  goToFirstThread: () => void;
  /** Where reviewers who requested changes are asked to review again; empty for those who may not. */
  requestReviewPaths: readonly string[];
};

type PanelProps = { widget: Widget; acts: BlockedActions };

function Row({
  strong,
  rest,
  actions,
  group = 'failed',
}: {
  strong: string;
  rest?: ReactNode;
  actions?: ReactNode;
  group?: 'failed' | 'neutral';
}) {
  return (
    <WidgetRow group={group} status={group === 'failed' ? 'Blocked' : 'Unavailable'} actions={actions}>
      <strong className="font-semibold">{strong}</strong>
      {rest && <span className="text-fg-muted"> {rest}</span>}
    </WidgetRow>
  );
}

function LinkButton({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Button asChild>
      <a href={href}>{children}</a>
    </Button>
  );
}

export function MarkAsReady({ widget }: { widget: Widget }) {
  const path = widget.data.remove_wip_path;
  if (path === null || !widget.data.user_permissions.update_merge_request) return null;
  return <ActionButton run={() => widget.act(() => api.post(path))}>Mark as ready</ActionButton>;
}

export function RequestReview({ widget, acts }: PanelProps) {
  const paths = acts.requestReviewPaths;
  if (paths.length === 0) return null;
  const ask = () => widget.act(() => Promise.all(paths.map((path) => api.post(path, { body: {} }))));
  return <ActionButton run={ask}>Re-request review</ActionButton>;
}

function Threads({ widget, acts }: PanelProps) {
  const path = widget.data.create_issue_to_resolve_discussions_path;
  return (
    <Row
      strong="Merge blocked: all threads must be resolved."
      actions={
        <>
          {path !== null && <LinkButton href={path}>Resolve all with new issue</LinkButton>}
          <Button onClick={acts.goToFirstThread}>Go to first unresolved thread</Button>
        </>
      }
    />
  );
}

function NothingToMerge({ widget: { data } }: PanelProps) {
  return (
    <Row
      strong="Merge request contains no changes."
      rest="Push commits to the source branch, and they will appear here."
      group="neutral"
      actions={data.new_blob_path !== null && <LinkButton href={data.new_blob_path}>Create file</LinkButton>}
    />
  );
}

const UNAVAILABLE = 'Merge unavailable: merge requests are read-only';

const DENIED_LICENSES = 'Merge blocked: denied licenses must be removed.';

/** Each policy that is violated is named. */
function PolicyViolation({ widget: { data } }: PanelProps) {
  const violated = data.merge_checks.filter(
    ({ identifier, status }) => status === 'failed' && POLICY_CHECKS.has(identifier),
  );
  const rest = violated.map(({ message }) => message.replace(DENIED_LICENSES, '').trim()).join(' ');
  return <Row strong={DENIED_LICENSES} rest={rest !== '' && rest} />;
}

const POLICY_CHECKS = new Set(['policies_denied', 'security_policy_violations']);

/** Where it can be changed is one step away. */
function ReadOnly({ widget: { data } }: PanelProps) {
  const where = data.is_geo_secondary_node ? 'a secondary Geo node' : 'maintenance mode';
  return (
    <Row
      strong={`${UNAVAILABLE} in ${where}.`}
      group="neutral"
      actions={data.geo_primary_path !== null && <LinkButton href={data.geo_primary_path}>Open on primary</LinkButton>}
    />
  );
}

function PipelineFailed({ widget: { data } }: PanelProps) {
  const text = mergeDisabledText(data);
  const isUsual = text === MERGE_DISABLED.usual;
  const said = data.detailed_merge_status === 'ci_must_pass' ? data.merge_status_message : '';
  return (
    <Row
      strong={isUsual ? 'Merge blocked: pipeline must succeed.' : text}
      rest={
        isUsual && (said.replace(/^Merge blocked: pipeline must succeed\.\s*/, '') || 'Push a commit that fixes it.')
      }
      actions={data.pipeline && <LinkButton href={data.pipeline.path}>Show pipeline</LinkButton>}
    />
  );
}

/** Checks that this panel is about, although others may fail before them. */
const OWN_CHECKS = [
  ['merge_request_blocked', MERGE_DISABLED.dependencies],
  ['not_approved', MERGE_DISABLED.approvals],
  ['status_checks_must_pass', null],
] as const;

/** What is in the way: the sentence for it where there is one, and what the check says of it. */
function reasonOf(data: WidgetData): { text: string | null; said: string } {
  for (const [id, text] of OWN_CHECKS) {
    const check = data.merge_checks.find(({ identifier, status }) => identifier === id && status === 'failed');
    if (check) return { text, said: check.message };
  }
  const text = mergeDisabledText(data);
  return { text: text === MERGE_DISABLED.usual ? null : text, said: data.merge_status_message };
}

function ChecksFailed(props: PanelProps) {
  const { data } = props.widget;
  const { text, said } = reasonOf(data);
  const actions = data.detailed_merge_status === 'requested_changes' && <RequestReview {...props} />;
  if (text !== null) {
    const rest = said
      .replace(text, '')
      .replace(/^Merge blocked: /, '')
      .trim();
    return <Row strong={text} rest={rest !== '' && rest} actions={actions} />;
  }
  const isSentence = said.startsWith('Merge blocked');
  return <Row strong={isSentence ? said : 'Merge blocked.'} rest={!isSentence && said} actions={actions} />;
}

/** Why this cannot be merged now, and the one act that clears it for those who may. */
export function BlockedPanel({ state, ...props }: PanelProps & { state: WidgetState }) {
  switch (state) {
    case 'draft':
      return (
        <Row
          strong="Merge blocked: Select Mark as ready to remove it from Draft status."
          actions={<MarkAsReady widget={props.widget} />}
        />
      );
    case 'unresolvedDiscussions':
      return <Threads {...props} />;
    case 'archived':
      return <Row strong={`${UNAVAILABLE} on archived projects.`} group="neutral" />;
    case 'geoSecondaryNode':
      return <ReadOnly {...props} />;
    case 'jiraAssociationMissing':
      return (
        <Row
          strong="Merge blocked: a Jira issue key must be mentioned in the title or description."
          actions={props.acts.editPath !== null && <LinkButton href={props.acts.editPath}>Edit</LinkButton>}
        />
      );
    case 'policyViolation':
      return <PolicyViolation {...props} />;
    case 'nothingToMerge':
      return <NothingToMerge {...props} />;
    case 'shaMismatch':
      return (
        <Row
          strong="Merge blocked: new changes were just added."
          actions={<LinkButton href={props.acts.changesPath}>Review changes</LinkButton>}
        />
      );
    case 'pipelineFailed':
      return <PipelineFailed {...props} />;
    default:
      return <ChecksFailed {...props} />;
  }
}
