import type { IssueShowPageData } from '@tributary/contract/planning/issue-page.ts';
import { confirm } from '../../ui/confirm.tsx';
import { TextLink } from '../../ui/text-link.tsx';

/** As `#5`, with its project when that is another one than the closed issue's. */
function referenceOf({ iid, web_url: url }: IssueShowPageData['blocked_by_issues'][number], own: string): string {
  const project = new URL(url).pathname.split('/-/')[0] ?? '';
  return own.startsWith(`${project}/-/`) ? `#${iid}` : `${project.slice(1)}#${iid}`;
}

/** Whoever closes an issue before those that should be done first is told of them. */
export async function mayClose({ blocked_by_issues: blockers, paths }: IssueShowPageData): Promise<boolean> {
  if (blockers.length === 0) return true;
  return confirm({
    title: `This issue is blocked by ${blockers.length === 1 ? 'an open issue' : `${blockers.length} open issues`}`,
    text: (
      <>
        Blocking issues:
        {/* Within the description of a dialog, which is a paragraph. */}
        <span role="list" className="mt-1 flex max-h-48 flex-col gap-1 overflow-y-auto">
          {blockers.map((blocker) => (
            <span role="listitem" key={blocker.web_url} className="wrap-anywhere">
              <TextLink href={blocker.web_url} target="_blank" rel="noopener">
                {referenceOf(blocker, paths.self)}
              </TextLink>
            </span>
          ))}
        </span>
      </>
    ),
    action: 'Close anyway',
  });
}
