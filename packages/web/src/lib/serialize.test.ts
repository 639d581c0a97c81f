import { expect, test } from 'vitest';
import { serialize } from './serialize.ts';

test('each act begins when the one before has ended, also when that failed', async () => {
  const begun: string[] = [];
  const waiting = new Map<string, PromiseWithResolvers<string>>();
  const act = serialize((name: string) => {
    begun.push(name);
    const answer = Promise.withResolvers<string>();
    waiting.set(name, answer);
    return answer.promise;
  });
  const all = [act('first'), act('second'), act('third')];
  await expect.poll(() => begun).toEqual(['first']);
  waiting.get('first')?.reject(new Error('no network'));
  await expect(all[0]).rejects.toThrow('no network');
  await expect.poll(() => begun).toEqual(['first', 'second']);
  waiting.get('second')?.resolve('kept');
  await expect(all[1]).resolves.toBe('kept');
  await expect.poll(() => begun).toEqual(['first', 'second', 'third']);
  waiting.get('third')?.resolve('kept too');
  await expect(all[2]).resolves.toBe('kept too');
});
