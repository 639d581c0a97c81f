import type { VisibilityChoice } from '@tributary/contract/projects/page.ts';
import { RadioGroup } from '../../ui/radio-group.tsx';

const WORDS = {
  private: ['Private', 'Only members can see it.'],
  internal: ['Internal', 'Everyone who is signed in can see it.'],
  public: ['Public', 'Everyone can see it without signing in.'],
} as const;

/** Refusals are the ends of sentences about a field. */
function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Who may see it; a choice that cannot be taken says why. */
export function VisibilityField(props: {
  choices: readonly VisibilityChoice[];
  value: string;
  onValueChange: (value: string) => void;
  error?: string | undefined;
}) {
  return (
    <RadioGroup
      label="Visibility"
      value={props.value}
      onValueChange={props.onValueChange}
      error={props.error}
      options={props.choices.map((choice) => ({
        value: choice.value,
        label: WORDS[choice.value][0],
        hint: choice.refusal === null ? WORDS[choice.value][1] : upperFirst(choice.refusal),
        disabled: choice.refusal !== null,
      }))}
    />
  );
}
