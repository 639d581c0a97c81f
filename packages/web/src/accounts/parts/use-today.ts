import { useState } from 'react';
import { utcDay } from '../model/expiry.ts';

/** The day on which this was drawn first, as tokens expire: `YYYY-MM-DD`, UTC. */
export function useToday(): string {
  const [today] = useState(() => utcDay(new Date()));
  return today;
}
