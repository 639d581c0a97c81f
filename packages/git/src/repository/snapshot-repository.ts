import { open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { runGit } from '../process/run-git.ts';

const BLOCK = 512;

/**
 * A repository as a tar file: HEAD, all refs and all objects, enough for git to read it. Refs come first and packs last, so
 * that what is written or packed meanwhile does no harm.
 */
export function snapshotRepository(repo: string): Readable {
  return Readable.from(snapshotParts(repo));
}

async function* snapshotParts(repo: string): AsyncGenerator<Buffer> {
  const refs = await runGit(repo, ['for-each-ref', '--format=%(objectname) %(refname)']);
  const packedRefs = Buffer.concat([Buffer.from('# pack-refs with: sorted \n'), refs]);
  yield* textEntry('HEAD', await readFile(join(repo, 'HEAD')));
  yield* textEntry('packed-refs', packedRefs);
  yield header('refs/', 0, '5');
  yield header('objects/', 0, '5');
  for (const folder of await filesIn(join(repo, 'objects'))) {
    if (!/^[0-9a-f]{2}$/.test(folder)) continue;
    for (const name of await filesIn(join(repo, 'objects', folder))) {
      if (/^[0-9a-f]+$/.test(name)) yield* fileEntry(repo, `objects/${folder}/${name}`, true);
    }
  }
  for (const name of await filesIn(join(repo, 'objects/pack'))) {
    if (/^pack-[0-9a-f]+\.(?:pack|idx)$/.test(name)) yield* fileEntry(repo, `objects/pack/${name}`, false);
  }
  yield Buffer.alloc(BLOCK * 2);
}

async function filesIn(directory: string): Promise<string[]> {
  try {
    return (await readdir(directory)).toSorted();
  } catch {
    return [];
  }
}

function* textEntry(name: string, content: Buffer): Generator<Buffer> {
  yield header(name, content.length, '0');
  yield content;
  yield padding(content.length);
}

async function* fileEntry(repo: string, name: string, mayBeGone: boolean): AsyncGenerator<Buffer> {
  const file = await open(join(repo, name)).catch((error: NodeJS.ErrnoException) => {
    // A loose object that was packed since is in a pack, which comes later.
    if (mayBeGone && error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (!file) return;
  try {
    const { size } = await file.stat();
    yield header(name, size, '0');
    if (size > 0) yield* file.createReadStream({ end: size - 1, autoClose: false });
    yield padding(size);
  } finally {
    await file.close();
  }
}

function padding(size: number): Buffer {
  return Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
}

/** One header of the ustar format; all names here are short. `kind`: 0 a file, 5 a folder. */
function header(name: string, size: number, kind: '0' | '5'): Buffer {
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0');
  block.write(name, 0, 100, 'utf8');
  block.write(`${kind === '5' ? '0000755' : '0000644'}\0${octal(0, 7)}\0${octal(0, 7)}\0`, 100, 'latin1');
  // Eleven octal digits reach 8 GiB; what is larger is written in base 256.
  if (size < 8 ** 11) block.write(`${octal(size, 11)}\0`, 124, 'latin1');
  else {
    block[124] = 0x80;
    block.writeBigUInt64BE(BigInt(size), 128);
  }
  block.write(`${octal(0, 11)}\0        ${kind}`, 136, 'latin1');
  block.write('ustar\x0000', 257, 'latin1');
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${octal(sum, 6)}\0 `, 148, 'latin1');
  return block;
}
