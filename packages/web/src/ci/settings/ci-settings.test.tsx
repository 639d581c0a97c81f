import type { CiSettingsPageData, VariableCard } from '@tributary/contract/ci/variables.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { pageData } from '../../../testing/page-data.ts';
import { renderPage, type Sent, type ServerAnswer } from '../../../testing/render-page.tsx';
import { CiSettings } from './ci-settings.tsx';

const variable = (key: string): VariableCard => ({
  key,
  value: `value of ${key}`,
  type: 'env_var',
  isProtected: false,
  isMasked: false,
  isHidden: false,
  isRaw: false,
  environmentScope: '*',
  description: '',
});

const DATA: CiSettingsPageData = {
  place: { kind: 'project', id: 7 },
  variables: [],
  inherited: [],
  canChange: true,
  pipelines: null,
  group: null,
  jobTokens: null,
  catalog: null,
  triggers: null,
  badges: null,
  instance: null,
};

const show = (data: Partial<CiSettingsPageData>, answer?: (sent: Sent) => ServerAnswer | Promise<ServerAnswer>) =>
  renderPage(CiSettings, pageData<CiSettingsPageData>({ ...DATA, ...data }), answer);

const button = (name: string) => screen.getByRole('button', { name });
const field = (name: string | RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name });

test('a trigger token needs a description, and is shown once after it was created', async () => {
  const triggers = { tokens: [], total: 0, canChange: true, url: 'https://code.test/api/v4/trigger', ref: 'main' };
  const { sent, fetchPage } = await show({ triggers }, () => ({
    status: 201,
    body: { id: 1, description: 'Nightly build', token: 'glptt-abc' },
  }));
  await userEvent.click(button('New trigger token'));
  await userEvent.click(button('Create pipeline trigger token'));
  expect(sent).toEqual([]);
  expect(screen.getByText('Enter a description, such as the system that uses the token.')).toBeTruthy();
  await userEvent.type(field(/^Description/), 'Nightly build');
  await userEvent.click(button('Create pipeline trigger token'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent).toEqual([
    {
      method: 'POST',
      path: '/api/v4/projects/7/triggers',
      body: { description: 'Nightly build', expires_at: null },
    },
  ]);
  expect(field('Token').value).toBe('glptt-abc');
  expect(screen.getByText('Trigger token “Nightly build” created')).toBeTruthy();
  expect(fetchPage).toHaveBeenCalledTimes(1);
  await userEvent.click(button('Dismiss'));
  expect(screen.queryByRole('textbox', { name: 'Token' })).toBeNull();
});

test('Cancel sends nothing; what failed keeps the dialog and what was typed', async () => {
  const { sent } = await show({}, () => ({
    status: 400,
    body: { error: { code: 'invalid', message: 'Not saved', errors: { key: ['is taken'] } } },
  }));
  await userEvent.click(button('Add variable'));
  await userEvent.type(field(/^Key/), 'TOKEN');
  await userEvent.click(button('Cancel'));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(sent).toEqual([]);
  await userEvent.click(button('Add variable'));
  expect(field(/^Key/).value).toBe('');
  await userEvent.type(field(/^Key/), 'TOKEN');
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Add variable' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(screen.getByRole('dialog')).toBeTruthy();
  expect(field(/^Key/).value).toBe('TOKEN');
});

test('a variable that is saved late leaves the dialog of another one open', async () => {
  const saved = Promise.withResolvers<ServerAnswer>();
  const { fetchPage } = await show({ variables: [variable('FIRST'), variable('SECOND')] }, () => saved.promise);
  await userEvent.click(button('Edit FIRST'));
  await userEvent.type(field(/^Value/), '!');
  await userEvent.click(button('Save changes'));
  await userEvent.click(button('Cancel'));
  await userEvent.click(button('Edit SECOND'));
  saved.resolve({ body: {} });
  await waitFor(() => expect(fetchPage).toHaveBeenCalled());
  await act(() => new Promise((resolve) => setTimeout(resolve, 10)));
  expect(screen.getByRole('dialog', { name: 'Edit SECOND' })).toBeTruthy();
});

test('settings of the instance say what to enter, and that they are saved until the next change', async () => {
  const instance = {
    shared_runners_enabled: true,
    keep_latest_artifact: true,
    default_artifacts_expire_in: '30 days',
    max_artifacts_size: 100,
    ci_pipeline_size: 500,
    ci_max_includes: 150,
  };
  const { sent } = await show({ place: { kind: 'instance', id: 0 }, instance }, () => ({ body: {} }));
  const jobs = () => field(/^Maximum jobs in a pipeline/);
  await userEvent.clear(jobs());
  await userEvent.type(jobs(), '0');
  await userEvent.click(button('Save changes'));
  expect(screen.getByText('Enter a number from 1 to 10000.')).toBeTruthy();
  expect(sent).toEqual([]);
  await userEvent.clear(jobs());
  await userEvent.type(jobs(), '700');
  await userEvent.click(button('Save changes'));
  await waitFor(() => expect(screen.getByText('Saved')).toBeTruthy());
  expect(sent).toMatchObject([{ method: 'PUT', body: { ci_pipeline_size: 700 } }]);
  await userEvent.type(jobs(), '0');
  expect(screen.queryByText('Saved')).toBeNull();
});
