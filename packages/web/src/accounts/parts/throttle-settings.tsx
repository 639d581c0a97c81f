import type { GeneralSettings } from '@tributary/contract/accounts/settings.ts';
import type { Throttle, ThrottleSettings } from '@tributary/contract/accounts/throttles.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import type { Form } from '../../ui/form.tsx';
import { Section } from '../../ui/section.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { wholeNumber } from '../model/duration.ts';

// Contract files with schemas give types alone to the web.
const LABELS: Record<Throttle, string> = {
  throttle_authenticated_api: 'API requests of a user',
  throttle_authenticated_web: 'Page requests of a user',
  throttle_unauthenticated_api: 'API requests of an address without sign-in',
  throttle_unauthenticated_web: 'Page requests of an address without sign-in',
};
const NAMES = Object.keys(LABELS) as Throttle[];
const MOST = { requests_per_period: 1_000_000, period_in_seconds: 86_400 } as const;
type Part = keyof typeof MOST;
const PARTS = Object.keys(MOST) as Part[];

type NumberName = `${Throttle}_${Part}`;
/** Numbers are typed as text. */
export type ThrottleValues = {
  [Name in keyof ThrottleSettings]: Name extends NumberName ? string : boolean;
};

const numberNames = NAMES.flatMap((name) => PARTS.map((part) => ({ name: `${name}_${part}` as const, part })));

export function throttleValues(settings: GeneralSettings): Record<NumberName, string> {
  return Object.fromEntries(numberNames.map(({ name }) => [name, String(settings[name])])) as Record<
    NumberName,
    string
  >;
}

export function throttleNumbers(values: ThrottleValues): Record<NumberName, number> {
  return Object.fromEntries(numberNames.map(({ name }) => [name, Number(values[name])])) as Record<NumberName, number>;
}

export function throttleProblems(values: ThrottleValues): Partial<Record<NumberName, string>> {
  const wrong = numberNames.filter(({ name, part }) => {
    const value = wholeNumber(values[name]);
    return value === undefined || value < 1 || value > MOST[part];
  });
  return Object.fromEntries(wrong.map(({ name, part }) => [name, `Enter a number from 1 to ${MOST[part]}.`]));
}

type ThrottleForm = Pick<Form<ThrottleValues>, 'values' | 'check' | 'text'>;

export function ThrottleSettingsSection({ form }: { form: ThrottleForm }) {
  return (
    <Section
      title="Rate limits"
      text="While a limit is off, the limit holds with which the service was started."
      className="border-t"
    >
      <div className="flex flex-col gap-4">
        {NAMES.map((name) => (
          <fieldset key={name} className="flex flex-col gap-2">
            <Checkbox label={LABELS[name]} {...form.check(`${name}_enabled`)} />
            {form.values[`${name}_enabled`] && (
              <div className="flex flex-wrap gap-3 pl-6">
                <TextField
                  label="Requests per period"
                  {...form.text(`${name}_requests_per_period`)}
                  inputMode="numeric"
                  className="w-40"
                />
                <TextField
                  label="Period in seconds"
                  {...form.text(`${name}_period_in_seconds`)}
                  inputMode="numeric"
                  className="w-40"
                />
              </div>
            )}
          </fieldset>
        ))}
      </div>
    </Section>
  );
}
