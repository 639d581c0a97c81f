import type { Refusal } from '@tributary/contract/errors/app-error.ts';
import { errorText } from '@tributary/contract/errors/catalogue.ts';

/** Why a thread stayed as it was, in a sentence for who wished it otherwise. */
export function resolveRefusalText({ code, params }: Refusal): string {
  if (code === 'forbidden') return 'You can no longer resolve it.';
  return code === 'not_found' ? 'It no longer exists.' : errorText(code, params);
}
