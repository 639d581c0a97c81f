import type { MultipartFile } from '@fastify/multipart';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { restUpload } from '@tributary/contract/discussions/rest.ts';
import { fail } from '@tributary/contract/errors/app-error.ts';
import { defineRoute, type Route } from '../../faces/http/define-route.ts';
import { definePlaceRoute, type PlaceRoute } from '../../faces/pages/define-page.ts';
import type { Context } from '../../platform/context.ts';
import type { ProjectAccess } from '../../projects/index.ts';
import { type StoredUpload, uploadFile } from '../operations/upload-file.ts';
import { openUpload } from '../reads/open-upload.ts';
import { sendUpload } from './send-upload.ts';
import { inAnyProject } from './subjects.ts';

async function store(ctx: Context, access: ProjectAccess, reply: FastifyReply): Promise<StoredUpload> {
  if (!reply.request.isMultipart()) fail('upload_missing');
  const file: MultipartFile | undefined = await reply.request.file();
  if (file?.fieldname !== 'file') fail('upload_missing');
  const isTruncated = () => file.file.truncated;
  return uploadFile(ctx, access, { filename: file.filename, content: file.file, isTruncated });
}

export const uploadRestRoute: Route = defineRoute({
  method: 'POST',
  path: '/projects/:id/uploads',
  ability: 'upload_file',
  summary: 'Upload a file for use in texts',
  tag: 'Uploads',
  subject: inAnyProject,
  rawBody: true,
  response: restUpload,
  handle: async ({ ctx, subject, reply }) => {
    const { row, alt, url, markdown } = await store(ctx, subject, reply);
    return { id: row.id, alt, url, full_path: `/-/project/${row.project_id}${url}`, markdown };
  },
});

const upload = defineRoute({
  method: 'POST',
  path: '/uploads',
  ability: 'upload_file',
  summary: 'Upload a file from a page',
  tag: 'Uploads',
  subject: inAnyProject,
  rawBody: true,
  status: 200,
  handle: async ({ ctx, subject, reply }) => {
    const { alt, url, markdown } = await store(ctx, subject, reply);
    return { link: { alt, url, markdown } };
  },
});

const download = defineRoute({
  method: 'GET',
  path: '-/project/:id/uploads/:secret/:filename',
  ability: 'read_project',
  summary: 'A file of a text',
  tag: 'Uploads',
  subject: inAnyProject,
  params: z.object({ secret: z.string(), filename: z.string() }),
  handle: async ({ ctx, subject, params, reply }) => {
    return sendUpload(reply, await openUpload(ctx, subject, params.secret, params.filename));
  },
});

/** Texts that came from elsewhere name a file by its project's path. */
const byPath = defineRoute({
  method: 'GET',
  path: '/uploads/:secret/:filename',
  ability: 'read_project',
  summary: 'A file of a text, by the path of its project',
  tag: 'Uploads',
  subject: inAnyProject,
  params: z.object({ secret: z.string(), filename: z.string() }),
  handle: async ({ subject, params, reply }) => {
    const [secret, filename] = [params.secret, params.filename].map(encodeURIComponent);
    reply.code(302).header('location', `/-/project/${subject.project.id}/uploads/${secret}/${filename}`);
  },
});

export const uploadPlaceRoutes: readonly PlaceRoute[] = [
  definePlaceRoute('project', upload),
  definePlaceRoute('project', byPath),
  definePlaceRoute('instance', download),
];
