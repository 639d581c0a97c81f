import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { imageSizeOf } from './image-size.ts';

function png(width: number, height: number): Buffer {
  const sides = Buffer.alloc(8);
  sides.writeUInt32BE(width, 0);
  sides.writeUInt32BE(height, 4);
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'), sides, Buffer.from([8, 2, 0, 0, 0])]);
}

/** As a camera writes it that was held upright, with what it says of that in front of the size. */
function jpeg(width: number, height: number, orientation: number): Buffer {
  const tiff = Buffer.from('MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\0\0\0\0\0\0\0', 'latin1');
  tiff.writeUInt16BE(orientation, 18);
  const exif = Buffer.concat([Buffer.from('Exif\0\0'), tiff]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(exif.length + 2);
  const frame = Buffer.from([0xff, 0xc0, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  const density = Buffer.from([0xff, 0xe0, 0, 16, ...Buffer.from('JFIF\0'), 1, 1, 0, 0, 1, 0, 1, 0, 0]);
  return Buffer.concat([Buffer.from([0xff, 0xd8]), density, Buffer.from([0xff, 0xe1]), length, exif, frame]);
}

const svg = (attributes: string) => Buffer.from(`<?xml version="1.0"?><svg xmlns="x" ${attributes}><path/></svg>`);
const gif = Buffer.from('GIF89a\x40\x01\xf0\0\0\0\0', 'latin1');

test.each([
  ['a.png', png(640, 480), { width: 640, height: 480 }],
  ['a.gif', gif, { width: 320, height: 240 }],
  ['a.jpg', jpeg(640, 480, 1), { width: 640, height: 480 }],
  ['turned.jpg', jpeg(640, 480, 6), { width: 480, height: 640 }],
  ['misnamed.jpg', png(3, 4), { width: 3, height: 4 }],
  ['a.svg', svg('width="90" height="30.4px"'), { width: 90, height: 30 }],
])('%s tells its size', (path, content, size) => {
  expect(imageSizeOf(path, content)).toEqual(size);
});

test.each([
  ['empty.png', Buffer.alloc(0)],
  ['no-side.png', png(0, 5)],
  ['endless.png', png(0xffff_ffff, 5)],
  ['cut.png', png(5, 5).subarray(0, 18)],
  ['cut.jpg', jpeg(640, 480, 1).subarray(0, 40)],
  ['text.png', Buffer.from('not a picture')],
  ['ratio.svg', svg('viewBox="0 0 4 3"')],
  ['percent.svg', svg('width="100%" height="100%"')],
  ['line.svg', svg('stroke-width="3" width="5"')],
  ['open.svg', Buffer.from(`<svg ${'width="1" '.repeat(5_000)}`)],
  ['shifting.jpg', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(400_000)])],
])('%s tells none', (path, content) => {
  expect(imageSizeOf(path, content)).toBeNull();
});

test('what is made of anything never throws, and gives no size that cannot be', () => {
  const starts = [png(1, 1).subarray(0, 16), jpeg(1, 1, 1).subarray(0, 30), gif.subarray(0, 6), Buffer.from('RIFF\0\0\0\0WEBPVP8 ')]; // prettier-ignore
  const sizes = Array.from({ length: 1_200 }, (_unused, at) =>
    imageSizeOf('a.png', Buffer.concat([starts[at % starts.length] ?? gif, randomBytes(200)])),
  );
  expect(sizes.filter((size) => size && !(size.width > 0 && size.width <= 65_535 && size.height > 0))).toEqual([]);
});
