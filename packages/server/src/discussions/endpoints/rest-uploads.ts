import { z } from 'zod';
import { idInput, pagingInput } from '@tributary/contract/core/inputs.ts';
import { restUploadDetail } from '@tributary/contract/discussions/rest.ts';
import { defineRoute, type Route } from '../../endpoints/http/define-route.ts';
import { paged } from '../../endpoints/rest/pagination.ts';
import { deleteUpload, getUpload } from '../operations/delete-upload.ts';
import { uploadPage, type UploadView } from '../reads/list-uploads.ts';
import { openUpload } from '../reads/open-upload.ts';
import { sendUpload } from './send-upload.ts';
import { type ContainerRoutes, GROUP, PROJECT } from './subjects.ts';
import { download } from './uploads.ts';

const tag = 'Uploads';
const byId = z.object({ upload_id: idInput });
const byName = z.object({ secret: z.string(), filename: z.string() });

function toRest({ row, uploader }: UploadView) {
  return {
    id: row.id,
    size: row.size_bytes,
    filename: row.filename,
    created_at: row.created_at.toISOString(),
    uploaded_by: uploader && {
      id: uploader.id,
      username: uploader.username,
      public_email: uploader.publicEmail,
      name: uploader.name,
    },
  };
}

/** What lies among the files of texts, for those who keep their home in order. */
function routesOf({ rest, place: subject }: ContainerRoutes): Route[] {
  const base = `${rest}/uploads`;
  return [
    defineRoute({
      method: 'GET',
      path: base,
      ability: 'read_uploads',
      summary: 'List uploaded files',
      tag,
      subject,
      input: z.strictObject(pagingInput),
      response: z.array(restUploadDetail),
      handle: async ({ ctx, input, subject: place }) =>
        paged(await uploadPage(ctx, place, { page: input.page, perPage: input.per_page }), toRest),
    }),
    defineRoute({
      method: 'GET',
      path: `${base}/:upload_id`,
      ability: 'read_uploads',
      summary: 'Download an uploaded file by ID',
      tag,
      subject,
      params: byId,
      handle: async ({ ctx, params, subject: place, reply }) => {
        const { secret, filename } = await getUpload(ctx, place, { id: params.upload_id });
        return sendUpload(reply, await openUpload(ctx, place, secret, filename));
      },
    }),
    defineRoute({
      method: 'DELETE',
      path: `${base}/:upload_id`,
      ability: 'admin_uploads',
      summary: 'Delete an uploaded file by ID',
      tag,
      subject,
      params: byId,
      handle: ({ ctx, params, subject: place }) => deleteUpload(ctx, place, { id: params.upload_id }),
    }),
    defineRoute({
      method: 'DELETE',
      path: `${base}/:secret/:filename`,
      ability: 'admin_uploads',
      summary: 'Delete an uploaded file by secret and filename',
      tag,
      subject,
      params: byName,
      handle: ({ ctx, params, subject: place }) => deleteUpload(ctx, place, params),
    }),
  ];
}

const byAddress = { summary: 'Download an uploaded file by secret and filename', tag, params: byName } as const;

export const uploadListRoutes: readonly Route[] = [
  ...routesOf(PROJECT),
  ...routesOf(GROUP),
  defineRoute({
    method: 'GET',
    path: '/projects/:id/uploads/:secret/:filename',
    ability: 'read_project',
    subject: PROJECT.place,
    ...byAddress,
    handle: download,
  }),
  defineRoute({
    method: 'GET',
    path: '/groups/:id/uploads/:secret/:filename',
    ability: 'read_group',
    subject: GROUP.place,
    ...byAddress,
    handle: download,
  }),
];
