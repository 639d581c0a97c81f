import type { Context } from '../../platform/context.ts';
import { columnsOf, type Container } from '../../projects/index.ts';
import { listUploadsBySecrets, type UploadRow } from '../store/uploads.ts';
import { homePaths } from '../upload-home.ts';

const MAX_FILES = 50;

/** Files of this place that a text links to, in its order, each once. No right is asked for: whoever may read the text may. */
export async function uploadsInText(ctx: Context, home: Container, text: string): Promise<UploadRow[]> {
  const named = [...text.matchAll(/\/uploads\/([0-9a-f]{32})\//g)].flatMap((match) => match[1] ?? []);
  const secrets = [...new Set(named)].slice(0, MAX_FILES);
  const rows = await listUploadsBySecrets(ctx.db, columnsOf(home), secrets);
  return rows.toSorted((a, b) => secrets.indexOf(a.secret) - secrets.indexOf(b.secret));
}

/** Links of a text to files of its place, as they lead there from anywhere: `](https://…/-/project/7/uploads/…`. */
export function withFullUploadLinks(text: string, home: Container, instanceUrl: string): string {
  return text.replaceAll(/\]\((?=\/uploads\/[0-9a-f]{32}\/)/g, () => `](${instanceUrl}${homePaths(home).address}`);
}
