import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { descriptionOf } from '../store/note-problems.ts';
import { showCommandResults } from '../store/show-command-results.ts';
import { DescriptionProblem } from './description-problem.tsx';

const FAILED = 'Could not apply /milestone: the milestone was not found';
const status = (error_messages: string[]) => ({
  quick_actions_status: {
    messages: ['Added a label.'],
    error_messages,
    command_names: ['label', 'milestone'],
    commands_only: false,
    error: error_messages.length > 0,
  },
});

it('tells what failed of the commands in a description above it, until that is put away', async () => {
  showCommandResults(status([FAILED]), descriptionOf('/a/-/issues/1'));
  render(
    <>
      <DescriptionProblem path="/a/-/issues/1">Words</DescriptionProblem>
      <DescriptionProblem path="/a/-/issues/2">Others</DescriptionProblem>
    </>,
  );
  const [own, other] = screen.getAllByRole('group', { name: 'Description' }) as [HTMLElement, HTMLElement];
  const told = within(own).getByRole('alert');
  expect(told.textContent).toContain(FAILED);
  expect(within(other).queryByRole('alert')).toBeNull();
  act(() => showCommandResults(status([]), descriptionOf('/a/-/issues/2')));
  expect(within(other).queryByRole('alert')).toBeNull();
  await userEvent.click(within(told).getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText(FAILED)).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(own));
});
