import { access, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Lab } from './lab.ts';
import { run } from './processes.ts';

const CGIT = '/usr/lib/cgit/cgit.cgi';
export const CGIT_MISSING = `cgit is not installed (${CGIT})`;

export type CgitPage = { name: string; path: string; query: string };

/** Asks cgit for pages of a repository, one CGI process each with its cache off; undefined where it is not installed. */
export async function openCgit(
  lab: Lab,
  repository: string,
): Promise<((page: CgitPage) => Promise<Buffer>) | undefined> {
  const isInstalled = await access(CGIT).then(
    () => true,
    () => false,
  );
  if (!isInstalled) return undefined;
  const config = path.join(await lab.scratch('cgit'), 'cgitrc');
  await writeFile(config, `cache-size=0\nmax-blob-size=0\nrepo.url=bench\nrepo.path=${repository}\n`);
  return async ({ path: place, query, name }) => {
    const env = {
      CGIT_CONFIG: config,
      REQUEST_METHOD: 'GET',
      HTTP_HOST: 'localhost',
      SCRIPT_NAME: '/cgit',
      PATH_INFO: `/bench/${place}`,
      QUERY_STRING: query,
    };
    const answer = await run(CGIT, [], { env });
    const start = answer.toString('utf8', 0, 500);
    if (/^Status: [^2]/m.test(start) || answer.includes("<div class='error'>"))
      throw new Error(`cgit did not show ${name}: ${answer.toString('utf8', Math.max(0, answer.length - 1_000))}`);
    return answer;
  };
}
