import { expect, test } from 'vitest';
import { twoPeople } from '../../../testing/scenes.ts';
import { createToken, type TestUser } from '../../accounts/testing.ts';

const { scene, ask } = twoPeople();

const CREATE = `mutation ($name: String!, $content: String!) { savedReplyCreate(input: { name: $name, content: $content }) {
  savedReply { id name content } errors } }`;
const UPDATE = `mutation ($id: ID!, $name: String!, $content: String!) {
  savedReplyUpdate(input: { id: $id, name: $name, content: $content }) { savedReply { name content } errors } }`;
const DESTROY = `mutation ($id: ID!) { savedReplyDestroy(input: { id: $id }) { savedReply { name } errors } }`;
const LIST = '{ currentUser { savedReplies { count nodes { name content } } } }';

const list = async (as: TestUser) => (await ask(as, LIST)).data.currentUser.savedReplies;

test('replies are kept, changed and let go of by their owner alone', async () => {
  const made = await ask(scene.person, CREATE, { name: ' Thanks ', content: 'Thank you, @{author}!' });
  expect(made.data.savedReplyCreate).toEqual({
    savedReply: {
      id: expect.stringMatching(/^gid:\/\/gitlab\/Users::SavedReply\/\d+$/),
      name: 'Thanks',
      content: 'Thank you, @{author}!',
    },
    errors: [],
  });
  const { id } = made.data.savedReplyCreate.savedReply;
  await ask(scene.person, CREATE, { name: 'again', content: 'Please *rebase*' });
  expect((await list(scene.person)).nodes.map((each: { name: string }) => each.name)).toEqual(['again', 'Thanks']);
  // For everybody else it is not there, and what they ask changes nothing.
  expect(await list(scene.other)).toEqual({ count: 0, nodes: [] });
  const seen = await ask(scene.other, '{ user(username: "person") { savedReplies { count } } }');
  expect(seen.data.user.savedReplies).toBeNull();
  for (const [query, variables] of [
    [UPDATE, { id, name: 'Mine', content: 'now' }],
    [DESTROY, { id }],
  ] as const) {
    expect((await ask(scene.other, query, variables)).errors?.[0]?.message).toContain('Not Found');
  }
  const changed = await ask(scene.person, UPDATE, { id, name: 'Thanks', content: 'Merci' });
  expect(changed.data.savedReplyUpdate).toEqual({ savedReply: { name: 'Thanks', content: 'Merci' }, errors: [] });
  expect((await ask(scene.person, DESTROY, { id })).data.savedReplyDestroy).toEqual({
    savedReply: { name: 'Thanks' },
    errors: [],
  });
  expect(await list(scene.person)).toEqual({ count: 1, nodes: [{ name: 'again', content: 'Please *rebase*' }] });
});

test('what cannot be one is refused by name', async () => {
  const errors = async (name: string, content: string) =>
    (await ask(scene.person, CREATE, { name, content })).data.savedReplyCreate.errors;
  expect(await errors(' ', '')).toEqual(["name can't be blank", "content can't be blank"]);
  expect(await errors('AGAIN', 'x')).toEqual(['name has already been taken']);
  expect(await errors('n'.repeat(256), 'x'.repeat(10_001))).toEqual([
    'name is too long (maximum is 255 characters)',
    'content is too long (maximum is 10000 characters)',
  ]);
  expect(await errors('null', 'a\0b')).toEqual(['content contains a null character']);
  const wrong = await ask(scene.person, DESTROY, { id: 'gid://gitlab/Note/1' });
  expect(wrong.data.savedReplyDestroy.errors).toEqual([expect.stringContaining('id')]);
});

test('nobody, and a token that only reads, keep nothing', async () => {
  const text = { name: 'x', content: 'y' };
  expect((await ask(null, CREATE, text)).errors?.[0]?.extensions?.code).toBe('unauthenticated');
  const { token } = await createToken(scene.app, scene.person.user, ['read_api']);
  const headers = { 'private-token': token };
  expect((await ask({ headers }, CREATE, text)).errors?.[0]?.extensions?.code).toBe('insufficient_scope');
  expect((await ask({ headers }, LIST)).data.currentUser.savedReplies.count).toBe(1);
});
