import { afterAll, beforeAll, expect, test } from 'vitest';
import { graphqlCaller } from '../../../testing/call-graphql.ts';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { createToken, createUser, type TestUser } from '../testing.ts';

let app: TestApp;
let person: TestUser;
let other: TestUser;

const ask = graphqlCaller(() => app);

beforeAll(async () => {
  app = await createTestApp();
  person = await createUser(app, { username: 'person' });
  other = await createUser(app);
});
afterAll(() => app.close());

const UPDATE = `mutation ($input: UserPreferencesUpdateInput!) { userPreferencesUpdate(input: $input) {
  userPreferences { tabWidth viewDiffsFileByFile theme } errors } }`;
const DISMISS = `mutation ($name: String!) { userCalloutCreate(input: { featureName: $name }) {
  userCallout { featureName } errors } }`;

test('preferences are changed one by one, and read only by their owner', async () => {
  const input = { tabWidth: 4, viewDiffsFileByFile: true };
  expect((await ask(person, UPDATE, { input })).data.userPreferencesUpdate).toEqual({
    userPreferences: { tabWidth: 4, viewDiffsFileByFile: true, theme: 'system' },
    errors: [],
  });
  const own = `{ currentUser { preferences { tabWidth theme showWhitespaceInDiffs } } }`;
  expect((await ask(person, own)).data.currentUser.preferences).toEqual({
    tabWidth: 4,
    theme: 'system',
    showWhitespaceInDiffs: true,
  });
  expect((await ask(other, `{ user(username: "person") { preferences { theme } } }`)).data.user.preferences).toBeNull();
});

test('what is no preference is named, and nothing is changed', async () => {
  const wrong = await ask(person, UPDATE, { input: { tabWidth: 99, theme: 'dark' } });
  expect(wrong.data.userPreferencesUpdate).toEqual({
    userPreferences: null,
    errors: [expect.stringContaining('tab_width')],
  });
  expect((await ask(person, '{ currentUser { preferences { theme } } }')).data.currentUser.preferences.theme).toBe(
    'system',
  );
});

test('an explanation is put away for good', async () => {
  expect((await ask(person, DISMISS, { name: 'suggest_popover_dismissed' })).data.userCalloutCreate).toEqual({
    userCallout: { featureName: 'suggest_popover_dismissed' },
    errors: [],
  });
  const unknown = await ask(person, DISMISS, { name: 'no_such_thing' });
  expect(unknown.data.userCalloutCreate).toEqual({
    userCallout: null,
    errors: [expect.stringContaining('feature_name')],
  });
});

test('nobody, and a token that only reads, change nothing', async () => {
  expect((await ask(null, DISMISS, { name: 'suggest_popover_dismissed' })).errors?.[0]?.extensions?.code).toBe(
    'unauthenticated',
  );
  const { token } = await createToken(app, person.user, ['read_api']);
  const refused = await ask({ headers: { 'private-token': token } }, UPDATE, { input: { tabWidth: 2 } });
  expect(refused.errors?.[0]?.extensions?.code).toBe('insufficient_scope');
});
