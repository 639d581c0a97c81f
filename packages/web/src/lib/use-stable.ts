import { useState } from 'react';

/** The value of an earlier drawing for as long as it says the same as JSON, so that news of a page restarts no work. */
export function useStable<Value>(value: Value): Value {
  const text = JSON.stringify(value);
  const [kept, setKept] = useState({ text, value });
  if (kept.text === text) return kept.value;
  setKept({ text, value });
  return value;
}
