import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { isWorthCollecting } from './release-memory.ts';

const MB = 1_048_576;

describe('memory is given back', () => {
  test('only at rest, and only where it is worth it', () => {
    const grown = { heldBytes: 100 * MB, keptBytes: 40 * MB };
    expect(isWorthCollecting({ ...grown, cpuShare: 0.01 })).toBe(true);
    expect(isWorthCollecting({ ...grown, cpuShare: 0.4 })).toBe(false);
    expect(isWorthCollecting({ cpuShare: 0.01, heldBytes: 41 * MB, keptBytes: 40 * MB })).toBe(false);
  });

  test('a process that rests holds less than it did', async () => {
    const module = path.resolve(import.meta.dirname, 'release-memory.ts');
    const script = `
      const { releaseMemoryAtRest } = await import(${JSON.stringify(module)});
      let garbage = Array.from({ length: 400_000 }, (_, index) => ({ index, text: 'x' + index }));
      garbage = undefined;
      const before = process.memoryUsage().heapTotal;
      releaseMemoryAtRest(500);
      let after = before;
      for (let looked = 0; after >= before / 2 && looked < 200; looked += 1) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        after = process.memoryUsage().heapTotal;
      }
      console.log(JSON.stringify({ before, after }));`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
    const { before, after } = JSON.parse(stdout) as { before: number; after: number };
    expect(after).toBeLessThan(before / 2);
  });
});
