import type { WidgetIssue } from '@tributary/contract/merge-requests/widget.ts';
import { Fragment } from 'react';
import { api } from '../../lib/http.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { ActionButton } from './action-button.tsx';
import type { Widget } from './use-widget.ts';

/** `#1, #2 and #3`, each a link with its title. */
function IssueLinks({ issues }: { issues: readonly WidgetIssue[] }) {
  return issues.map((issue, index) => (
    <Fragment key={issue.id}>
      {index > 0 && (index === issues.length - 1 ? ' and ' : ', ')}
      <TextLink href={issue.web_path} title={issue.title}>
        {issue.reference}
      </TextLink>
      {issue.confidential && ' (confidential)'}
    </Fragment>
  ));
}

/** What the merge closes, and what else is named; the author takes on what nobody has. Items of a list. */
export function NamedIssues({ widget }: { widget: Widget }) {
  const { issues_links: links, state } = widget.data;
  const path = links.assign_to_closing;
  const verb = state === 'merged' ? 'Closed' : 'Closes';
  return (
    <>
      {links.closing.length > 0 && (
        <li className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0">
            {verb} <IssueLinks issues={links.closing} />.
          </span>
          {path !== null && (
            <ActionButton size="sm" variant="ghost" run={() => widget.act(() => api.post(path, { body: {} }))}>
              {links.assign_to_closing_count === 1
                ? 'Assign yourself to this issue'
                : 'Assign yourself to these issues'}
            </ActionButton>
          )}
        </li>
      )}
      {links.mentioned_but_not_closing.length > 0 && (
        <li>
          Mentions <IssueLinks issues={links.mentioned_but_not_closing} />.
        </li>
      )}
    </>
  );
}
