import type { NoteAuthorStatus, PageDiscussion } from '@tributary/contract/discussions/page.ts';
import { expect, test } from 'vitest';
import { ownerAndNonMember } from '../../testing/scenes.ts';

const { scene, call } = ownerAndNonMember({ path: 'said', visibility: 'public' });

test('what the writer of a note says of themselves stands with it until it is over', async () => {
  const { owner, stranger, project, app } = scene;
  const { iid } = (await call('POST', `/projects/${project.id}/issues`, owner, { title: 'Who?' })).body;
  await call('POST', `/projects/${project.id}/issues/${iid}/notes`, owner, { body: 'Me' });
  const server = await app.server();
  const said = async (): Promise<NoteAuthorStatus | undefined> => {
    const url = `/${project.full_path}/-/issues/${iid}/discussions.json`;
    const threads: PageDiscussion[] = (await server.inject({ url, headers: stranger.headers })).json();
    return threads[0]?.notes[0]?.author?.status;
  };
  const say = (body: Record<string, unknown>) => call('PUT', '/user/status', owner, body);
  expect(await said()).toBeUndefined();
  await say({ emoji: 'palm_tree', message: 'Away', availability: 'busy' });
  const away = { emoji: '🌴', message: 'Away', availability: 'busy', clear_at: null };
  expect(await said()).toEqual(away);
  // A second look is remembered, and a change is seen all the same.
  expect(await said()).toEqual(away);
  await say({ emoji: 'coffee', clear_status_after: '30_minutes' });
  expect(await said()).toMatchObject({
    emoji: '☕',
    message: '',
    availability: 'not_set',
    clear_at: expect.any(String),
  });
  await say({ message: 'For friends' });
  expect(await said()).toMatchObject({ message: 'For friends' });
  await app.platform.db.updateTable('users').set({ private_profile: true }).where('id', '=', owner.user.id).execute();
  expect(await said()).toBeUndefined();
  await app.platform.db.updateTable('users').set({ private_profile: false }).where('id', '=', owner.user.id).execute();
  await say({});
  expect(await said()).toBeUndefined();
});
