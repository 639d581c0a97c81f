import { fc } from '@tributary/contract/testing/properties.ts';
import { describe, expect, it } from 'vitest';
import {
  baseName,
  displayPath,
  joinPath,
  parentPath,
  pathFromBytes,
  pathToBytes,
  readablePathBytes,
} from './path-key.ts';

describe('path keys', () => {
  it('stand for exactly one byte path', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 40 }), (array) => {
        const bytes = Buffer.from(array.map((byte) => (byte === 0 ? 1 : byte)));
        fc.pre(bytes[0] !== 0x2f);
        expect(pathToBytes(pathFromBytes(bytes)).equals(bytes)).toBe(true);
      }),
    );
  });

  it('leave text alone and mark the rest', () => {
    expect(pathFromBytes(Buffer.from('ä/ö.txt'))).toBe('ä/ö.txt');
    expect(pathFromBytes(Buffer.from('\ufeffbom'))).toBe('\ufeffbom');
    expect(pathFromBytes(Buffer.from('a%\xe9 b', 'latin1'))).toBe('//a%25%E9%20b');
    expect(displayPath('//caf%E9')).toBe('caf\ufffd');
  });

  it('can be taken apart and joined', () => {
    expect(joinPath('dir', 'name')).toBe('dir/name');
    expect(joinPath('', '//%E9')).toBe('//%E9');
    expect(joinPath('//%E9', 'x')).toBe('//%E9/x');
    expect(parentPath('//%E9/x')).toBe('//%E9');
    expect(baseName('//%E9/x')).toBe('x');
    expect(parentPath('a')).toBe('');
    expect(baseName('a/b')).toBe('b');
  });

  it.each(['../x', 'a/../b', './a', '/a', 'a//b', '//..', 'a/.', '..'])('T-010: %j names nothing', (path) => {
    expect(() => readablePathBytes(path)).toThrow(/No such path/);
  });

  it.each(['a\0b', '//%0', '//%zz', '//%00', '\ud800'])('%j is refused', (path) => {
    expect(() => pathToBytes(path)).toThrow(/path/);
  });
});
