import { boolInput, intInput } from '../core/inputs.ts';

/** Kinds of requests that are counted: by user, or by address without one; of the API, or of pages and all else. */
export const THROTTLES = [
  'throttle_unauthenticated_api',
  'throttle_unauthenticated_web',
  'throttle_authenticated_api',
  'throttle_authenticated_web',
] as const;
export type Throttle = (typeof THROTTLES)[number];

export type ThrottleSettings = { [Name in Throttle as `${Name}_enabled`]: boolean } & {
  [Name in Throttle as `${Name}_requests_per_period` | `${Name}_period_in_seconds`]: number;
};

export const THROTTLE_RANGES = {
  requests_per_period: { least: 1, most: 1_000_000 },
  period_in_seconds: { least: 1, most: 24 * 60 * 60 },
} as const;

/** While they are off, the limits hold with which the service was started. */
export const DEFAULT_THROTTLES: ThrottleSettings = {
  throttle_unauthenticated_api_enabled: false,
  throttle_unauthenticated_api_requests_per_period: 3600,
  throttle_unauthenticated_api_period_in_seconds: 3600,
  throttle_unauthenticated_web_enabled: false,
  throttle_unauthenticated_web_requests_per_period: 3600,
  throttle_unauthenticated_web_period_in_seconds: 3600,
  throttle_authenticated_api_enabled: false,
  throttle_authenticated_api_requests_per_period: 7200,
  throttle_authenticated_api_period_in_seconds: 3600,
  throttle_authenticated_web_enabled: false,
  throttle_authenticated_web_requests_per_period: 7200,
  throttle_authenticated_web_period_in_seconds: 3600,
};

const within = (name: keyof typeof THROTTLE_RANGES) =>
  intInput.refine((value) => value >= THROTTLE_RANGES[name].least && value <= THROTTLE_RANGES[name].most).optional();
const enabled = boolInput.optional();
const requests = within('requests_per_period');
const period = within('period_in_seconds');

export const throttleInputs = {
  throttle_unauthenticated_api_enabled: enabled,
  throttle_unauthenticated_api_requests_per_period: requests,
  throttle_unauthenticated_api_period_in_seconds: period,
  throttle_unauthenticated_web_enabled: enabled,
  throttle_unauthenticated_web_requests_per_period: requests,
  throttle_unauthenticated_web_period_in_seconds: period,
  throttle_authenticated_api_enabled: enabled,
  throttle_authenticated_api_requests_per_period: requests,
  throttle_authenticated_api_period_in_seconds: period,
  throttle_authenticated_web_enabled: enabled,
  throttle_authenticated_web_requests_per_period: requests,
  throttle_authenticated_web_period_in_seconds: period,
} satisfies Record<keyof ThrottleSettings, unknown>;
