import type { WidgetData } from '@tributary/contract/merge-requests/widget.ts';

type Ends = Pick<
  WidgetData,
  | 'iid'
  | 'source_branch'
  | 'target_branch'
  | 'merge_method'
  | 'source_project_id'
  | 'target_project_id'
  | 'source_project_full_path'
  | 'source_ssh_url'
>;

const SAFE = /^[\w./@:+-]+$/;

/** One word of a command line, whatever is in the name of a branch. */
export function shellWord(text: string): string {
  return SAFE.test(text) && !text.startsWith('-') ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Where the source branch is fetched from: a fork has an address of its own. */
function fetchSource(data: Ends, origin: string): string[] {
  const branch = shellWord(data.source_branch);
  if (data.source_project_id === data.target_project_id || data.source_project_full_path === null) {
    return ['git fetch origin', `git switch --create review-${data.iid} ${shellWord(`origin/${data.source_branch}`)}`];
  }
  const address = shellWord(`${origin}/${data.source_project_full_path}.git`);
  const overSsh =
    data.source_ssh_url === null ? [] : [`# Or with SSH: git fetch ${shellWord(data.source_ssh_url)} ${branch}`];
  return [`git fetch ${address} ${branch}`, ...overSsh, `git switch --create review-${data.iid} FETCH_HEAD`];
}

const HOW = { merge: '--no-ff', rebase_merge: '--no-ff', ff: '--ff-only' } as const;

/** The commands that merge it in a clone, in steps. */
export function mergeLocallySteps(data: Ends, origin: string): { title: string; commands: string }[] {
  const target = shellWord(data.target_branch);
  const branch = `review-${data.iid}`;
  return [
    { title: 'Fetch and check out the branch of this merge request', commands: fetchSource(data, origin).join('\n') },
    { title: 'Review the changes', commands: `git diff ${shellWord(`origin/${data.target_branch}`)}...HEAD` },
    {
      title: 'Merge the branch and resolve the conflicts that come up',
      commands: [
        'git fetch origin',
        `git switch ${target}`,
        'git pull --ff-only',
        `git merge ${HOW[data.merge_method]} ${branch}`,
      ].join('\n'),
    },
    { title: 'Push the result', commands: `git push origin ${target}` },
  ];
}

/** The commands that resolve the conflicts in a clone. */
export function resolveLocally(data: Pick<Ends, 'source_branch' | 'target_branch'>): string {
  return [
    'git fetch origin',
    `git switch ${shellWord(data.source_branch)}`,
    `git merge ${shellWord(`origin/${data.target_branch}`)}`,
    '# resolve the conflicts in your editor, then',
    'git add --all',
    'git commit',
    `git push origin ${shellWord(data.source_branch)}`,
  ].join('\n');
}
