import type { BasicWidgetData } from '@tributary/contract/merge-requests/widget.ts';
import { api } from '../../lib/http.ts';

const INTERVAL_MS = 2_000;
const TIMEOUT_MS = 60_000;

/** Asks `merge_request_basic_path` every two seconds, for a minute at most, until it is so. Gives what it was at last. */
export async function pollUntil(path: string, isDone: (data: BasicWidgetData) => boolean): Promise<BasicWidgetData> {
  for (let waited = 0; ; waited += INTERVAL_MS) {
    const data = await api.get<BasicWidgetData>(path);
    if (isDone(data) || waited >= TIMEOUT_MS) return data;
    await new Promise((resolve) => {
      setTimeout(resolve, INTERVAL_MS);
    });
  }
}
