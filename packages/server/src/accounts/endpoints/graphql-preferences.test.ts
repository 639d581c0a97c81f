import { expect, test } from 'vitest';
import { twoUsers } from '../../../testing/scenes.ts';
import { createToken } from '../testing.ts';

const { scene, ask } = twoUsers();

const UPDATE = `mutation ($input: UserPreferencesUpdateInput!) { userPreferencesUpdate(input: $input) {
  userPreferences { tabWidth viewDiffsFileByFile theme } errors } }`;
const DISMISS = `mutation ($name: String!) { userCalloutCreate(input: { featureName: $name }) {
  userCallout { featureName } errors } }`;

test('preferences are changed one by one, and read only by their owner', async () => {
  const input = { tabWidth: 4, viewDiffsFileByFile: true };
  expect((await ask(scene.person, UPDATE, { input })).data.userPreferencesUpdate).toEqual({
    userPreferences: { tabWidth: 4, viewDiffsFileByFile: true, theme: 'system' },
    errors: [],
  });
  const own = `{ currentUser { preferences { tabWidth theme showWhitespaceInDiffs } } }`;
  expect((await ask(scene.person, own)).data.currentUser.preferences).toEqual({
    tabWidth: 4,
    theme: 'system',
    showWhitespaceInDiffs: true,
  });
  expect(
    (await ask(scene.other, `{ user(username: "person") { preferences { theme } } }`)).data.user.preferences,
  ).toBeNull();
});

test('what is no preference is named, and nothing is changed', async () => {
  const wrong = await ask(scene.person, UPDATE, { input: { tabWidth: 99, theme: 'dark' } });
  expect(wrong.data.userPreferencesUpdate).toEqual({
    userPreferences: null,
    errors: [expect.stringContaining('tab_width')],
  });
  expect(
    (await ask(scene.person, '{ currentUser { preferences { theme } } }')).data.currentUser.preferences.theme,
  ).toBe('system');
});

test('an explanation is put away for good', async () => {
  expect((await ask(scene.person, DISMISS, { name: 'suggest_popover_dismissed' })).data.userCalloutCreate).toEqual({
    userCallout: { featureName: 'suggest_popover_dismissed' },
    errors: [],
  });
  const refused = await ask(scene.person, DISMISS, { name: 'no such thing!' });
  expect(refused.data.userCalloutCreate).toEqual({
    userCallout: null,
    errors: [expect.stringContaining('feature_name')],
  });
});

test('nobody, and a token that only reads, change nothing', async () => {
  expect((await ask(null, DISMISS, { name: 'suggest_popover_dismissed' })).errors?.[0]?.extensions?.code).toBe(
    'unauthenticated',
  );
  const { token } = await createToken(scene.app, scene.person.user, ['read_api']);
  const refused = await ask({ headers: { 'private-token': token } }, UPDATE, { input: { tabWidth: 2 } });
  expect(refused.errors?.[0]?.extensions?.code).toBe('insufficient_scope');
  // A query before it does not hide the mutation that is named to run.
  const both = `query First { currentUser { id } } ${UPDATE.replace('mutation', 'mutation Second')}`;
  const server = await scene.app.server();
  const answer = await server.inject({
    method: 'POST',
    url: '/api/graphql',
    headers: { 'private-token': token },
    payload: { query: both, operationName: 'Second', variables: { input: { tabWidth: 2 } } },
  });
  expect(answer.json().errors?.[0]?.extensions?.code).toBe('insufficient_scope');
});
