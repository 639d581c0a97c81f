import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../testing/test-app.ts';
import { contextOf, createUser, type TestUser } from '../../accounts/testing.ts';
import type { Context } from '../../platform/context.ts';
import { getProjectAccess, containerOfProject } from '../../projects/index.ts';
import { type BuiltProject, createProject } from '../../projects/testing.ts';
import { uploadFile } from '../operations/upload-file.ts';
import { textScopeOf } from './reference-registry.ts';
import { renderForReader } from './render-text.ts';

let app: TestApp;
let owner: TestUser;
let ctx: Context;
let project: BuiltProject;
let other: BuiltProject;

beforeAll(async () => {
  app = await createTestApp();
  owner = await createUser(app);
  ctx = contextOf(app, owner);
  [project, other] = [await createProject(app, { owner: owner.user }), await createProject(app, { owner: owner.user })];
});
afterAll(() => app.close());

/** As much of an image as tells its size. */
function gif(width: number, height: number): Buffer {
  const head = Buffer.from('GIF89a\0\0\0\0\0\0\0');
  head.writeUInt16LE(width, 6);
  head.writeUInt16LE(height, 8);
  return head;
}

async function upload(filename: string, content: Buffer, to = project): Promise<string> {
  return (await uploadFile(ctx, containerOfProject(await getProjectAccess(ctx, to.id)), { filename, content })).url;
}

async function tagOf(text: string): Promise<Record<string, string>> {
  const html = await renderForReader(ctx, textScopeOf(project), text);
  const tag = /<img ([^>]*)>/.exec(html)?.[1] ?? '';
  return Object.fromEntries([...tag.matchAll(/(width|height)="([^"]*)"/g)].map(([, name, value]) => [name, value]));
}

test('an image of the project has its size in the text, and the shape for a size of its own', async () => {
  const url = await upload('river.gif', gif(1200, 300));
  expect(await tagOf(`![River](${url})`)).toEqual({ width: '1200', height: '300' });
  expect(await tagOf(`| a |\n|---|\n| ![River](${url}) |`)).toEqual({ width: '1200', height: '300' });
  expect(await tagOf(`<img src="${url}" width="400">`)).toEqual({ width: '400', height: '100' });
  expect(await tagOf(`<img src="${url}" width="50%">`)).toEqual({ width: '50%' });
  expect(await tagOf(`<img src="${url}" height="20">`)).toEqual({ height: '20' });
});

test('what tells no size, is not shown in place, or is of another project has none', async () => {
  expect(await tagOf(`![Broken](${await upload('broken.gif', Buffer.from('no picture'))})`)).toEqual({});
  const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"></svg>');
  expect(await tagOf(`![Drawing](${await upload('drawing.svg', drawing)})`)).toEqual({});
  const elsewhere = await upload('river.gif', gif(10, 20), other);
  expect(await tagOf(`![River](/-/project/${other.id}${elsewhere})`)).toEqual({});
  expect(await tagOf(`![River](${elsewhere})`)).toEqual({});
});
