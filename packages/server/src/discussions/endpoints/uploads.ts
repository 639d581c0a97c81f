import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { restUpload } from '@tributary/contract/discussions/rest.ts';
import { fail } from '@tributary/contract/errors/app-error.ts';
import { defineRoute, type Route } from '../../endpoints/http/define-route.ts';
import { readFormFile } from '../../endpoints/http/read-multipart.ts';
import { defineScopedRoute, type ScopedRoute } from '../../endpoints/pages/define-page.ts';
import type { Context } from '../../platform/context.ts';
import type { Container } from '../../projects/index.ts';
import { type StoredUpload, uploadFile } from '../operations/upload-file.ts';
import { openUpload } from '../reads/open-upload.ts';
import { homePaths } from '../upload-home.ts';
import { sendUpload } from './send-upload.ts';
import { GROUP, PROJECT } from './subjects.ts';

async function store(ctx: Context, home: Container, reply: FastifyReply): Promise<StoredUpload> {
  if (!reply.request.isMultipart()) fail('upload_missing');
  const file = await readFormFile(reply.request);
  if (file?.fieldname !== 'file') fail('upload_missing');
  return uploadFile(ctx, home, file);
}

type Asked = { ctx: Context; subject: Container; reply: FastifyReply };

const described = {
  summary: 'Upload a file for use in Markdown',
  tag: 'Uploads',
  rawBody: true,
  response: restUpload,
} as const;

async function storeByRest({ ctx, subject, reply }: Asked): Promise<z.input<typeof restUpload>> {
  const { row, alt, url, fullPath, markdown } = await store(ctx, subject, reply);
  return { id: row.id, alt, url, full_path: fullPath, markdown };
}

export const uploadRestRoutes: readonly Route[] = [
  defineRoute({
    method: 'POST',
    path: '/projects/:id/uploads',
    ability: 'upload_file',
    subject: PROJECT.place,
    ...described,
    handle: storeByRest,
  }),
  defineRoute({
    method: 'POST',
    path: '/groups/:id/uploads',
    ability: 'upload_group_file',
    subject: GROUP.place,
    ...described,
    handle: storeByRest,
  }),
];

const fromPage = {
  method: 'POST',
  path: '/uploads',
  summary: 'Upload a file',
  tag: 'Uploads',
  rawBody: true,
  status: 200,
} as const;

async function storeFromPage({ ctx, subject, reply }: Asked) {
  const { alt, url, markdown } = await store(ctx, subject, reply);
  return { link: { alt, url, markdown } };
}

const upload = defineRoute({ ...fromPage, ability: 'upload_file', subject: PROJECT.place, handle: storeFromPage });
const uploadToGroup = defineRoute({
  ...fromPage,
  ability: 'upload_group_file',
  subject: GROUP.place,
  handle: storeFromPage,
});

const byName = z.object({ secret: z.string(), filename: z.string() });

type AskedByName = Asked & { params: z.output<typeof byName> };

const ofText = { summary: 'Download an uploaded file', tag: 'Uploads', params: byName } as const;

export async function download({ ctx, subject, params, reply }: AskedByName): Promise<unknown> {
  return sendUpload(reply, await openUpload(ctx, subject, params.secret, params.filename));
}

const ofProject = defineRoute({
  method: 'GET',
  path: '-/project/:id/uploads/:secret/:filename',
  ability: 'read_project',
  subject: PROJECT.place,
  ...ofText,
  handle: download,
});

const ofGroup = defineRoute({
  method: 'GET',
  path: '-/group/:id/uploads/:secret/:filename',
  ability: 'read_group',
  subject: GROUP.place,
  ...ofText,
  handle: download,
});

/** Texts that came from elsewhere, and those being written, name a file by the path of its home. */
const named = { method: 'GET', path: '/uploads/:secret/:filename', tag: 'Uploads', params: byName } as const;

async function leadToFile({ subject, params, reply }: AskedByName): Promise<void> {
  const [secret, filename] = [params.secret, params.filename].map(encodeURIComponent);
  reply.code(302).header('location', `${homePaths(subject).address}/uploads/${secret}/${filename}`);
}

const byPath = defineRoute({
  ...named,
  ability: 'read_project',
  summary: 'Download an uploaded file by project path',
  subject: PROJECT.place,
  handle: leadToFile,
});

const byGroupPath = defineRoute({
  ...named,
  ability: 'read_group',
  summary: 'Download an uploaded file by group path',
  subject: GROUP.place,
  handle: leadToFile,
});

export const uploadScopedRoutes: readonly ScopedRoute[] = [
  defineScopedRoute('project', upload),
  defineScopedRoute('project', byPath),
  defineScopedRoute('group', uploadToGroup),
  defineScopedRoute('group', byGroupPath),
  defineScopedRoute('instance', ofProject),
  defineScopedRoute('instance', ofGroup),
];
