import { accessLevelName } from '@tributary/contract/core/access-levels.ts';
import { useState } from 'react';
import { reloadPage } from '../../app/navigation.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { Select } from '../../ui/select.tsx';

export type RoleSelectProps = {
  label: string;
  level: number;
  levels: readonly number[];
  save: (level: number) => Promise<void>;
  onFail: (message: string | null) => void;
};

/** Shows the chosen role at once; a refusal brings the old one back. */
export function RoleSelect({ label, level, levels, save, onFail }: RoleSelectProps) {
  const [chosen, setChosen] = useState<number | null>(null);
  const change = async (wanted: number) => {
    setChosen(wanted);
    onFail(null);
    try {
      await save(wanted);
      await reloadPage();
    } catch (failure) {
      onFail(messageOf(failure));
    }
    setChosen(null);
  };
  const offered = [...new Set([...levels, level])].toSorted((a, b) => a - b);
  return (
    <Select
      label={label}
      labelHidden
      className="w-32"
      value={String(chosen ?? level)}
      onValueChange={(value) => void change(Number(value))}
      options={offered.map((each) => ({ value: String(each), label: accessLevelName(each) }))}
    />
  );
}
