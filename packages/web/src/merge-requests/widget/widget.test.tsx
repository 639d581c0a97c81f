import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { pageData } from '../../../testing/page-data.ts';
import { NavigationProvider } from '../../app/navigation.tsx';
import { Navigator, type NavigatorPorts } from '../../app/navigator.ts';
import { preloadMenus } from '../../ui/menu.tsx';
import { MERGE_DISABLED, mergeDisabledText } from './disabled-text.ts';
import { mergeLocallySteps, shellWord } from './merge-locally.ts';
import { confirmationOf, positionText, preferredStrategy, strategyLabel } from './merge-moment.ts';
import { MERGING_MESSAGES } from './merging-panel.tsx';
import { isUntestedFork } from './rebase-panel.tsx';
import { blocked, sampleData } from './widget-samples.ts';
import { states } from './widget.states.tsx';

function show(name: string) {
  const ports: NavigatorPorts = {
    load: vi.fn<NavigatorPorts['load']>(),
    fetch: vi.fn<NavigatorPorts['fetch']>(),
    leaveTo: vi.fn<NavigatorPorts['leaveTo']>(),
    mayLeave: () => true,
  };
  const navigator = new Navigator(ports, '/-/gallery', pageData({}), () => null);
  render(<NavigationProvider navigator={navigator}>{states[name]}</NavigationProvider>);
  return screen.getByRole('region', { name: 'Merge' });
}

beforeEach(preloadMenus);

/** Texts that the panel has, and the buttons and links in their order. */
const PANELS: [name: string, texts: string[], actions: string[]][] = [
  ['Ready to merge', ['Ready to merge! 2 commits and 1 merge commit will be added to main.'], ['Merge']],
  [
    'Ready to merge: fast-forward',
    ['2 commits will be added to main by fast-forward, without a merge commit.'],
    ['Merge'],
  ],
  [
    'Ready to merge: fast-forward with squash',
    ['1 squash commit with the changes of 2 commits will be added to main by fast-forward'],
    ['Merge'],
  ],
  [
    'Ready to merge: semi-linear',
    ['2 commits and 1 merge commit will be added to main, on top of its newest commit.'],
    ['Merge'],
  ],
  [
    'Ready to merge: squash required',
    ['1 squash commit with the changes of 2 commits and 1 merge commit', 'Required in this project.'],
    ['Merge'],
  ],
  [
    'Ready to merge: many commits, behind, issues',
    [
      'The source branch is 3 commits behind the target branch.',
      'Closes #3 and #5 (confidential).',
      'Mentions delta/map#8.',
    ],
    ['Assign yourself to these issues', 'Show more commits'],
  ],
  ['Ready to merge: merge moment', [], ['Merge when checks pass', 'Select merge moment']],
  [
    'Not allowed to merge',
    [
      'Ready to merge by members who can write to the target branch.',
      'Ready to be merged automatically. Ask someone with write access to this repository to merge this request.',
    ],
    [],
  ],
  ['Checking', ['Checking if merge request can be merged'], []],
  ['Merging', ['The changes are being merged into main.'], []],
  ['Failed to merge', ['Merge failed.', 'Refreshing in 10 seconds to show the updated status...'], ['Refresh now']],
  [
    'Merged',
    [
      'Merged by Grace Hopper',
      'Changes merged into main with dddddddd.',
      'Did not delete the source branch.',
      'Closed #3 and #5',
    ],
    ['Revert', 'Cherry-pick', 'Delete source branch'],
  ],
  ['Merged: in a fork, branch gone', ['Deleted the source branch.'], ['Revert', 'Cherry-pick']],
  ['Closed', ['Closed by Grace Hopper'], ['Reopen']],
  [
    'Auto-merge set',
    ['Set by Grace Hopper to be merged automatically when the pipeline succeeds'],
    ['Cancel auto-merge'],
  ],
  [
    'Removed from the merge train',
    ['Removed from the merge train. The merge train pipeline failed: pipeline #104, tests. View merge train'],
    ['View merge train', 'Merge'],
  ],
  ['Auto-merge set: merge train', ['Added to the merge train by Grace Hopper'], ['Remove from merge train']],
  [
    'Auto-merge failed',
    ['This merge request failed to be merged automatically', 'The target branch moved.'],
    ['Refresh', 'Cancel auto-merge'],
  ],
  [
    'Draft: auto-merge available',
    ['Can be merged later. 2 commits and 1 merge commit will be added to main as soon as all checks pass.'],
    ['Mark as ready', 'Merge when checks pass'],
  ],
  [
    'Draft: auto-merge set',
    ['Merge blocked: Select Mark as ready', 'Set by Grace Hopper to be merged automatically'],
    ['Cancel auto-merge'],
  ],
  [
    'Conflicts',
    ['Merge blocked: merge conflicts must be resolved.', 'src/river.ts'],
    ['Resolve locally', 'Resolve conflicts'],
  ],
  [
    'Conflicts: cannot be fast-forwarded, no rights',
    [
      'Merge blocked: fast-forward merge is not possible. To merge this request, first rebase locally.',
      'Users who can write to the source or target branches can resolve the conflicts.',
    ],
    [],
  ],
  [
    'Rebase',
    [
      'Merge blocked: the source branch must be rebased onto the target branch.',
      'The source branch is 1 commit behind the target branch.',
    ],
    ['Rebase without pipeline', 'Rebase'],
  ],
  ['Rebase: in progress', ['Rebase in progress'], ['Rebase']],
  ['Rebase: no rights', ['Merge blocked: the source branch must be rebased onto the target branch.'], []],
  [
    'Missing branch',
    ['The source branch measure-depth does not exist. Please restore it or use a different source branch.'],
    ['Merge locally'],
  ],
  ['Archived project', ['Merge unavailable: merge requests are read-only on archived projects.'], []],
  ['Nothing to merge', ['Merge request contains no changes.'], ['Create file']],
  ['Pipeline failed', ['Merge blocked: pipeline must succeed. Push a commit that fixes the failure.'], []],
  ['Pipeline blocked', [MERGE_DISABLED.skipped], []],
  ['Pipeline missing', [MERGE_DISABLED.noPipeline], []],
  ['SHA mismatch', ['Merge blocked: new changes were just added.'], ['Review changes']],
  [
    'Unresolved threads',
    ['Merge blocked: all threads must be resolved.'],
    ['Resolve all with new issue', 'Go to first unresolved thread'],
  ],
  ['Draft', ['Merge blocked: Select Mark as ready to remove it from Draft status.'], ['Mark as ready']],
  [
    'Jira association missing',
    ['Merge blocked: a Jira issue key must be mentioned in the title or description.'],
    ['Edit'],
  ],
  ['Policy violation', ['Merge blocked: denied licenses must be removed.'], []],
  ['Geo secondary node', ['Merge unavailable: merge requests are read-only in a secondary Geo node.'], []],
  ['Merge checks failed', ['Merge blocked: a reviewer requested changes.'], ['Re-request review']],
  ['Merge checks failed: approvals', [MERGE_DISABLED.approvals], []],
  ['Merge checks failed: dependencies', [MERGE_DISABLED.dependencies], []],
  ['Banner: merge error', ['The target branch moved. Try again.'], []],
  ['Banner: members may add commits', ['Members who can merge are allowed to add commits.'], []],
  ['Banner: pipeline in the fork', ['The last pipeline ran in the fork project and may be inaccurate.'], []],
  ['Banner: widget not loaded', ['Unable to load the merge request widget. Try reloading the page.'], []],
];

describe('panels of the gallery', () => {
  it('each has its texts and what can be done', async () => {
    for (const [name, texts, actions] of PANELS) {
      const panel = show(name);
      await act(async () => undefined);
      const text = panel.textContent.replaceAll(/\s+/g, ' ');
      for (const wanted of texts) expect(text, name).toContain(wanted);
      const names = [...within(panel).queryAllByRole('button'), ...within(panel).queryAllByRole('link')].map(
        (each) => each.getAttribute('aria-label') ?? each.textContent,
      );
      for (const action of actions) expect(names, name).toContain(action);
      document.body.innerHTML = '';
    }
    expect(new Set(PANELS.map(([name]) => name)).size).toBeGreaterThan(35);
  });

  it('the messages of a merge under way are nine', () => {
    expect(new Set(MERGING_MESSAGES.map(([emoji]) => emoji)).size).toBe(9);
    expect(MERGING_MESSAGES.every(([, text]) => text.startsWith('Merging!'))).toBe(true);
  });

  it('commits beyond three are folded', async () => {
    show('Ready to merge: many commits, behind, issues');
    const list = screen.getByRole('list', { name: 'Commits to be merged' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(3);
    await userEvent.click(screen.getByRole('button', { name: 'Show more commits' }));
    expect(list.textContent).toContain('and 19 more commits');
    await userEvent.click(screen.getByRole('button', { name: 'Show fewer commits' }));
    expect(within(list).getAllByRole('listitem')).toHaveLength(3);
  });

  it('the description is put in the message and taken out again', async () => {
    show('Ready to merge');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Edit commit message' }));
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Merge commit message/ });
    const include = screen.getByRole('checkbox', { name: 'Include merge request description' });
    await userEvent.click(include);
    expect(field.value).toContain('The river is deeper than the map says.');
    await userEvent.click(include);
    expect(field.value).toBe(sampleData.default_merge_commit_message);
    await userEvent.clear(field);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Merge' }).disabled).toBe(true);
  });

  it('says which merge check the panel is about, although another one fails before it', () => {
    const text = show('Merge checks failed: also a draft').querySelector('[data-widget-sentence]')?.textContent;
    expect(text).toBe(MERGE_DISABLED.approvals);
  });

  it('the checks say what is so, what is not, and what clears it', async () => {
    const panel = show('Draft');
    await userEvent.click(within(panel).getByRole('button', { name: 'Merge checks: 1 of 4 failed' }));
    const items = within(within(panel).getByRole('list', { name: 'Merge checks' })).getAllByRole('listitem');
    expect(items.map((item) => item.textContent)).toEqual([
      expect.stringContaining('It is still marked as draft. The author can resolve this. Since'),
      expect.stringContaining('The merge request is open'),
      expect.stringContaining('All threads are resolved'),
      expect.stringContaining('There are no merge conflicts'),
      expect.stringContaining('The title has the required format (not required)'),
    ]);
    expect(within(items[0] as HTMLElement).getByRole('button', { name: 'Mark as ready' })).toBeTruthy();
  });
});

describe('rules', () => {
  it.each([
    [{}, MERGE_DISABLED.usual],
    [blocked('not_approved', ''), MERGE_DISABLED.approvals],
    [blocked('merge_request_blocked', ''), MERGE_DISABLED.dependencies],
    [blocked('ci_must_pass', ''), MERGE_DISABLED.noPipeline],
    [{ ...blocked('ci_must_pass', ''), has_ci: true, ci_status: 'failed' }, MERGE_DISABLED.usual],
    [{ only_allow_merge_if_pipeline_succeeds: true, has_ci: true, ci_status: 'skipped' }, MERGE_DISABLED.skipped],
    [
      {
        only_allow_merge_if_pipeline_succeeds: true,
        allow_merge_on_skipped_pipeline: true,
        has_ci: true,
        ci_status: 'skipped',
      },
      MERGE_DISABLED.usual,
    ],
  ])('why the button cannot be pressed: %#', (parts, text) => {
    expect(mergeDisabledText({ ...sampleData, ...parts })).toBe(text);
  });

  it('a train comes before what waits for a pipeline, and each moment asks its own question', () => {
    expect(preferredStrategy([])).toBeNull();
    expect(preferredStrategy(['merge_when_pipeline_succeeds', 'merge_train'])).toBe('merge_train');
    const now = { merge_trains_count: 0, ci_status: 'failed', pipeline: null };
    expect(strategyLabel('merge_train', now)).toBe('Start merge train');
    expect(strategyLabel('merge_train', { ...now, merge_trains_count: 2 })).toBe('Add to merge train');
    expect(confirmationOf(now, null, [])?.title).toBe('Merge unverified changes?');
    expect(confirmationOf({ ...now, ci_status: 'success' }, null, [])).toBeNull();
    expect(positionText({ merge_trains_count: 3, merge_train_index: 1 })).toBe(
      'There are 3 merge requests waiting to be merged.',
    );
    expect(positionText({ merge_trains_count: 3, merge_train_index: 0 })).toBe('It is the next to be merged.');
    expect(confirmationOf(now, null, ['merge_train'])?.title).toBe('Merge immediately?');
    expect(confirmationOf(now, 'merge_train', ['merge_train'])?.action).toBe('Start merge train');
    expect(confirmationOf(now, 'merge_when_checks_pass', ['merge_when_checks_pass'])).toBeNull();
  });

  it('a fork without a pipeline in this project is asked about before a rebase', () => {
    const fork = { ...sampleData, source_project_id: 9 };
    const ran = (path: string) => ({ ...fork, pipeline: { path } as (typeof fork)['pipeline'] });
    expect(
      [sampleData, fork, ran('/ada/river/-/pipelines/1'), ran('/delta/river/-/pipelines/1')].map(isUntestedFork),
    ).toEqual([false, true, true, false]);
  });

  it('names of branches are one word of the commands', () => {
    expect([shellWord('feature/a'), shellWord("it's; rm"), shellWord('-x')]).toEqual([
      'feature/a',
      String.raw`'it'\''s; rm'`,
      "'-x'",
    ]);
    const [fetched, , merged] = mergeLocallySteps(
      { ...sampleData, source_project_id: 9, source_project_full_path: 'ada/river', merge_method: 'ff' },
      'https://example.com',
    );
    expect(fetched?.commands).toContain('git fetch https://example.com/ada/river.git measure-depth');
    expect(merged?.commands).toContain('git merge --ff-only review-12');
  });
});
