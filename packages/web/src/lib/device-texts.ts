import { storage } from './storage.ts';

/** An autosaved text as this device has it. */
export type DeviceText = {
  text: string;
  /** Time of the saved text that is being changed; of a comment on several lines the first of them. */
  base: string | null;
  /** Of the state that the server is known to have; null while it has none. */
  revision: number | null;
  /** The server does not have this state yet: the device holds the only one. */
  isDirty: boolean;
  /** When the server was last heard to have it, in ms of this device's clock: answers asked for before are older. */
  savedAt?: number | undefined;
  /** When it was written, in ms since 1970; undefined where nobody knows. */
  writtenAt?: number | undefined;
  /** The key of the form that was sent with it: it may have arrived without an answer. */
  sentAs?: string | undefined;
};

const ROOT = 'text.';

const numberOf = (value: unknown) => (typeof value === 'number' ? value : undefined);
const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

function parse(value: unknown): DeviceText | undefined {
  const { text, base, revision, isDirty, savedAt, writtenAt, sentAs } = (value ?? {}) as Record<
    keyof DeviceText,
    unknown
  >;
  if (typeof text !== 'string') return undefined;
  return {
    text,
    base: textOf(base) ?? null,
    revision: numberOf(revision) ?? null,
    isDirty: isDirty !== false,
    savedAt: numberOf(savedAt),
    writtenAt: numberOf(writtenAt),
    sentAs: textOf(sentAs),
  };
}

function forget(isWanted: (key: string) => boolean): void {
  for (const key of storage.keys(ROOT)) {
    const kept = storage.get<DeviceText | undefined>(key, undefined, parse);
    if (isWanted(key) && kept?.isDirty === false) storage.remove(key);
  }
}

/** Autosaved texts on this device, each under its writer. What only this device has is never forgotten. */
export const deviceTexts = {
  prefix: (personId: number, place: string): string => `${ROOT}${personId}.${place}.`,
  /** By what follows the prefix. */
  list(prefix: string): Map<string, DeviceText> {
    const found = new Map<string, DeviceText>();
    for (const key of storage.keys(prefix)) {
      const kept = storage.get<DeviceText | undefined>(key, undefined, parse);
      if (kept) found.set(key.slice(prefix.length), kept);
    }
    return found;
  },
  put(key: string, kept: DeviceText | undefined): void {
    if (kept) storage.set(key, kept);
    else storage.remove(key);
  },
  /** Someone else uses this device now. */
  forgetOthers: (personId: number): void => forget((key) => !key.startsWith(`${ROOT}${personId}.`)),
  /** Signing out leaves no texts behind that the server has. */
  forgetSaved: (): void => forget(() => true),
};
