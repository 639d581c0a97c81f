import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance } from 'fastify';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readMultipartForm } from './read-multipart.ts';

let server: FastifyInstance;
let origin: string;

beforeAll(async () => {
  server = Fastify();
  await server.register(multipart, { limits: { fields: 3, parts: 4, files: 1 } });
  server.post('/', async (request, reply) => {
    try {
      const { fields, file } = await readMultipartForm(request, { name: 'logo', maxBytes: 1_000 });
      return file ? { ...fields, fileBytes: file.length } : fields;
    } catch (error) {
      return reply.code(400).send({ code: error instanceof AppError ? error.code : String(error) });
    }
  });
  origin = await server.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => server.close());

async function send(body: FormData | string, headers: Record<string, string> = {}): Promise<unknown> {
  return (await fetch(origin, { method: 'POST', body, headers })).json();
}

test('fields keep their nesting, their order and every character', async () => {
  const form = new FormData();
  form.append('body', 'a & b = c + d\r\n[x] %41 ü');
  form.append('position[base_sha]', 'abc');
  form.append('position[line_range][start][line_code]', 'h_1_2');
  form.append('position[new_line]', '3');
  form.append('labels[]', 'one');
  form.append('labels[]', 'two');
  expect(await send(form)).toEqual({
    body: 'a & b = c + d\r\n[x] %41 ü',
    position: { base_sha: 'abc', line_range: { start: { line_code: 'h_1_2' } }, new_line: '3' },
    labels: ['one', 'two'],
  });
});

test('a file where none is expected is named', async () => {
  const form = new FormData();
  form.append('avatar', new Blob(['x'.repeat(100_000)]), 'a.png');
  expect(await send(form)).toEqual({ code: 'bad_parameter' });
});

test('the accepted file comes with the fields around it, cut when it is too big', async () => {
  const form = new FormData();
  form.append('a', '1');
  form.append('logo', new Blob(['x'.repeat(100_000)]), 'a.png');
  form.append('b', '2');
  expect(await send(form)).toEqual({ a: '1', b: '2', fileBytes: 1_001 });
});

test('too much text, in one field or in many, is refused', async () => {
  const one = new FormData();
  one.append('body', 'x'.repeat(1_100_000));
  expect(await send(one)).toEqual({ code: 'body_too_large' });
  const many = new FormData();
  for (let at = 0; at < 30; at += 1) many.append(`f${at}`, 'x'.repeat(50_000));
  expect(await send(many)).toEqual({ code: 'body_too_large' });
  const parts = new FormData();
  for (let at = 0; at < 600; at += 1) parts.append(`f${at}`, 'x');
  expect(await send(parts)).toEqual({ code: 'body_too_large' });
});

test('what is no form is refused, and names of prototypes do nothing', async () => {
  const type = { 'content-type': 'multipart/form-data; boundary=b' };
  expect(await send('--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nhalf', type)).toEqual({
    code: 'form_malformed',
  });
  expect(await send('nothing', { 'content-type': 'multipart/form-data' })).toEqual({ code: 'form_malformed' });
  const form = new FormData();
  form.append('a[__proto__][polluted]', 'yes');
  await send(form);
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});
